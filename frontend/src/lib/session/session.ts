import { ApiError } from '@/lib/api/error'
import { send } from '@/lib/api/http'
import { flushPersonal } from '@/lib/storage'
import { expirationOf } from './claims'
import { proof, withNonce } from './dpop'
import { announce } from './events'
import { isExpired, readTokens, tokensNow, useAuth } from './store'

interface TokenPair {
  accessToken: string
  refreshToken?: string
}

const tokensPath = '/api/auth/tokens'
const lockName = 'vitrine.refresh'

/** One refresh at a time in all tabs of this browser, or in this tab if the browser has no locks. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(lockName, work) as Promise<T>) : work()

let running: Promise<string> | undefined

/** The server rejected it. A proxy's page, a rate limit and a failing server say nothing about the session. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== 'unknown'

/**
 * Exchanges the refresh token for a new access token. `stale` is the token that was rejected: if another call or another tab
 * has replaced it, theirs is returned without a request. If the server rejects the refresh token, the session ends. If the server can't be
 * reached or fails, the session stays and `failures` is incremented.
 */
export function refresh(stale: string | null = tokensNow().accessToken): Promise<string> {
  running ??= alone(() => exchange(stale)).finally(() => {
    running = undefined
  })
  return running
}

async function exchange(stale: string | null): Promise<string> {
  const tokens = readTokens()
  if (tokens.accessToken && tokens.accessToken !== stale && !isExpired(tokens)) return tokens.accessToken
  const { refreshToken } = tokens
  if (!refreshToken) throw new Error('No refresh token present')
  useAuth.setState({ loading: true })
  let pair: TokenPair
  try {
    const response = await withNonce(() =>
      send(
        tokensPath,
        async () => ({
          headers: await withProof('GET', tokensPath, { authorization: `Bearer ${refreshToken}` }),
          cache: 'no-store',
        }),
        { repeatable: true },
      ),
    )
    pair = (await response.json()) as TokenPair
  } catch (error) {
    // A login in another tab ended the session of this token and stored its own.
    const current = readTokens()
    if (current.accessToken && current.refreshToken !== refreshToken) {
      useAuth.setState({ loading: false })
      return current.accessToken
    }
    console.error('The session could not be refreshed', error)
    if (isRefusal(error)) endSession('refused')
    else useAuth.setState(({ failures }) => ({ loading: false, now: Date.now(), failures: failures + 1 }))
    throw error
  }
  keep({ accessToken: pair.accessToken, refreshToken: pair.refreshToken || refreshToken })
  announce('refreshed')
  return pair.accessToken
}

/** A proof is valid once, so each try of a request creates a new one. */
async function withProof(method: string, path: string, headers: Record<string, string> = {}) {
  const dpop = await proof(method, path)
  return { accept: 'application/json', ...headers, ...(dpop && { dpop }) }
}

function keep({ accessToken, refreshToken = '' }: TokenPair) {
  useAuth.setState({
    accessToken,
    refreshToken: refreshToken || null,
    accessTokenExpirationTimestamp: expirationOf(accessToken),
    loading: false,
    now: Date.now(),
    failures: 0,
    refused: false,
  })
}

/** A login: the only time when setting a refresh token triggers a refresh. */
async function begin(pair: TokenPair) {
  keep(pair)
  announce('began')
  await refresh(pair.accessToken).catch(() => undefined)
}

/** Starts a session. The browser's previous session ends at the server, so that a login that confirms a change leaves no second one. */
async function open(path: string, body: Record<string, string>) {
  await running?.catch(() => undefined)
  const previousRefreshToken = readTokens().refreshToken ?? undefined
  const response = await withNonce(async () => {
    const headers = await withProof('POST', path, { 'content-type': 'application/json' })
    return send(
      path,
      { method: 'POST', headers, body: JSON.stringify({ ...body, previousRefreshToken }) },
      { repeatable: false },
    )
  })
  await begin((await response.json()) as TokenPair)
}

/** Exchanges the one-time code of a login for tokens. Throws ApiError 404 for a used or expired code. */
export const exchangeCode = (code: string) => open('/api/auth/session', { code })

/** Starts a session with a signed EIP-4361 message. */
export const signInWithWallet = (message: string, signature: string) =>
  open('/api/auth/siwe/verify', { message, signature })

/**
 * Waits until calls can be sent with a valid token: for a running refresh, and for one that is due because the access
 * token is missing or has expired. While the server can't be reached, it doesn't start a new one.
 */
export async function freshToken(): Promise<void> {
  const tokens = tokensNow()
  const due = tokens.refreshToken && (!tokens.accessToken || isExpired(tokens))
  if (due && useAuth.getState().failures === 0) void refresh(tokens.accessToken).catch(() => undefined)
  await running?.catch(() => undefined)
}

/**
 * Clears the session in this browser: tokens, profile, pending checkout. Other tabs follow through storage. `refused` means
 * that the server ended it, which the page then shows.
 */
export function endSession(why: 'left' | 'refused' = 'left') {
  useAuth.setState({
    accessToken: null,
    refreshToken: null,
    accessTokenExpirationTimestamp: null,
    loading: false,
    failures: 0,
    refused: why === 'refused',
  })
  announce('ended')
  // Last, because each change above has written its store once more.
  flushPersonal()
}

/** Ends the session here and at the server. Returns the address to navigate to, or null. Even if it throws, this browser has cleared the session. */
export async function logout(): Promise<string | null> {
  await running?.catch(() => undefined)
  const { accessToken } = tokensNow()
  if (!accessToken) {
    endSession()
    return null
  }
  try {
    let token = accessToken
    const post = () =>
      send(
        '/api/auth/logout',
        {
          method: 'POST',
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
          },
          body: '{}',
        },
        { repeatable: false },
      )
    const response = await post().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'token_expired')) throw error
      token = await refresh(token)
      return post()
    })
    const { logoutUrl, external } = (await response.json()) as { logoutUrl?: string; external?: boolean }
    return external && logoutUrl ? logoutUrl : null
  } catch (error) {
    console.warn('The session could not be ended at the server', error)
    throw error
  } finally {
    endSession()
  }
}
