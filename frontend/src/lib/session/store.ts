import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from '@/lib/storage'
import { type Claims, claimsOf } from './claims'

export interface AuthTokens {
  accessToken: string | null
  refreshToken: string | null
  /** Milliseconds since 1970. */
  accessTokenExpirationTimestamp: number | null
}

interface AuthState extends AuthTokens {
  /** A refresh runs. Not persisted. */
  loading: boolean
}

const nobody: AuthTokens = { accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null }

/** Who is logged in in this browser. Another tab's login or logout arrives through storage. */
export const useAuth = create<AuthState>()(
  persist((): AuthState => ({ ...nobody, loading: false }), {
    name: storageKey('auth'),
    storage: persistLocal<AuthTokens>(),
    skipHydration: true,
    partialize: ({ accessToken, refreshToken, accessTokenExpirationTimestamp }): AuthTokens => ({
      accessToken,
      refreshToken,
      accessTokenExpirationTimestamp,
    }),
    // What another tab has removed is gone here as well.
    merge: (stored, current) => ({ ...current, ...nobody, ...(stored as AuthTokens | undefined) }),
  }),
)

/** Reads what this browser holds right now, other tabs' writes included. */
export function readTokens(): AuthTokens {
  useAuth.persist.rehydrate()
  return useAuth.getState()
}

/** The tokens of this page; read from storage the first time. */
export const tokensNow = (): AuthTokens => (useAuth.persist.hasHydrated() ? useAuth.getState() : readTokens())

export const isExpired = ({ accessTokenExpirationTimestamp: end }: AuthTokens, now = Date.now()) =>
  end === null || now >= end

export const userOf = (tokens: AuthTokens): Claims | null => claimsOf(tokens.accessToken)
