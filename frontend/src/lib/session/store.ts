import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from '@/lib/storage'

export interface AuthTokens {
  accessToken: string | null
  refreshToken: string | null
  /** Milliseconds since 1970. */
  accessTokenExpirationTimestamp: number | null
}

interface AuthState extends AuthTokens {
  /** A refresh is running. Not persisted, like everything below. */
  loading: boolean
  /** The time that expiry is compared with. It is updated when storage is read, and when a refresh starts or ends. */
  now: number
  /** The number of consecutive refreshes that failed because the server could not be reached or failed. */
  failures: number
  /** The server ended the session. A login resets it. */
  refused: boolean
}

const nobody: AuthTokens = { accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null }

/** The session of this browser. Another tab's login or logout arrives through storage. */
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
    // What another tab has removed is removed here as well.
    merge: (stored, current) => ({
      ...current,
      ...nobody,
      ...(stored as AuthTokens | undefined),
      now: Date.now(),
    }),
  }),
)

/** Reads the current storage of this browser, including writes by other tabs. */
export function readTokens(): AuthTokens {
  useAuth.persist.rehydrate()
  return useAuth.getState()
}

/** The tokens of this page; read from storage on first use. */
export const tokensNow = (): AuthTokens => (useAuth.persist.hasHydrated() ? useAuth.getState() : readTokens())

export const isExpired = ({ accessTokenExpirationTimestamp: end }: AuthTokens, now = Date.now()) =>
  end === null || now >= end

/** Logged in: there is an access token that has not expired. An expired one counts as logged out until its refresh has succeeded. */
export const isLoggedIn = (state: AuthTokens & { now: number }) =>
  state.accessToken !== null && !isExpired(state, state.now)
