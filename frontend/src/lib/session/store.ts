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
  /** A refresh is running. Not persisted, like everything below. */
  loading: boolean
  /** The time by which expiry is judged. It moves when storage is read, and when a refresh starts or ends. */
  now: number
  /** Refreshes that failed in a row because the server could not be reached or failed. */
  failures: number
  /** The server ended the session. A login resets it. */
  refused: boolean
}

const nobody: AuthTokens = { accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null }

/** Who is logged in in this browser. Another tab's login or logout arrives through storage. */
export const useAuth = create<AuthState>()(
  persist((): AuthState => ({ ...nobody, loading: false, now: 0, failures: 0, refused: false }), {
    name: storageKey('auth'),
    storage: persistLocal<AuthTokens>(),
    skipHydration: true,
    partialize: ({ accessToken, refreshToken, accessTokenExpirationTimestamp }): AuthTokens => ({
      accessToken,
      refreshToken,
      accessTokenExpirationTimestamp,
    }),
    // What another tab has removed is gone here as well.
    merge: (stored, current) => ({
      ...current,
      ...nobody,
      ...(stored as AuthTokens | undefined),
      now: Date.now(),
    }),
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

/** Logged in: an access token is present and has not expired. An expired one counts as logged out until its refresh succeeded. */
export const isLoggedIn = (state: AuthTokens & { now: number }) =>
  state.accessToken !== null && !isExpired(state, state.now)

export const userOf = (tokens: Pick<AuthTokens, 'accessToken'>): Claims | null => claimsOf(tokens.accessToken)
