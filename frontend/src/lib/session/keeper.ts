import { refresh } from './session'
import { type AuthTokens, readTokens, useAuth } from './store'

/** The maximum delay of setTimeout. */
const longest = 2 ** 31 - 1
const firstRetry = 2000
const lastRetry = 60_000

/** Milliseconds until the next try after a number of failures: doubling, up to a minute, with a quarter of jitter. */
export const backoff = (failures: number, random = Math.random()) =>
  Math.min(firstRetry * 2 ** (failures - 1), lastRetry) * (0.75 + random / 2)

const keys = ['accessToken', 'refreshToken', 'accessTokenExpirationTimestamp'] as const

/**
 * Refreshes the access token when it expires, immediately if it is missing or has already expired, and repeatedly while
 * the server can't be reached. Tokens from another tab only move the timer, because refresh() uses them instead of requesting new ones.
 */
function start(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function due() {
    clearTimeout(timer)
    const { accessToken, refreshToken, accessTokenExpirationTimestamp: end } = useAuth.getState()
    if (accessToken && end !== null && end > Date.now()) return plan()
    if (refreshToken) void refresh(accessToken).catch(() => undefined)
    else useAuth.setState({ now: Date.now() })
  }

  function plan() {
    clearTimeout(timer)
    const { accessToken, refreshToken, accessTokenExpirationTimestamp: end, failures } = useAuth.getState()
    if (!accessToken && !refreshToken) return
    const wait = failures > 0 ? backoff(failures) : accessToken && end !== null ? end - Date.now() : 0
    timer = setTimeout(failures > 0 ? again : due, Math.min(Math.max(0, wait), longest))
  }

  function again() {
    void refresh().catch(() => undefined)
  }

  const changed = (a: AuthTokens, b: AuthTokens) => keys.some((key) => a[key] !== b[key])
  const unsubscribe = useAuth.subscribe((state, before) => {
    if (changed(state, before) || state.failures !== before.failures) plan()
  })
  // After sleep, a page has missed its timer, and when the connection returns, it need not wait for the next try.
  const resume = () => {
    if (document.visibilityState !== 'visible') return
    if (useAuth.getState().failures > 0) again()
    else plan()
  }
  document.addEventListener('visibilitychange', resume)
  window.addEventListener('online', resume)
  readTokens()
  plan()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', resume)
    window.removeEventListener('online', resume)
  }
}

let pages = 0
let stop: (() => void) | undefined

/** Keeps the session alive while the page is open. It runs once, even if several parts of a page call it. Returns a function that stops it. */
export function keepSession(): () => void {
  pages++
  stop ??= start()
  let left = false
  return () => {
    if (left) return
    left = true
    pages--
    if (pages > 0) return
    stop?.()
    stop = undefined
  }
}
