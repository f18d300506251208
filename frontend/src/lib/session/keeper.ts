import { refresh } from './session'
import { type AuthTokens, readTokens, useAuth } from './store'

/** The longest wait that setTimeout takes. */
const longest = 2 ** 31 - 1
const firstRetry = 2000
const lastRetry = 60_000

/** Milliseconds until the next try after so many failed ones: doubling, up to a minute, and a quarter by chance. */
export const backoff = (failures: number, random = Math.random()) =>
  Math.min(firstRetry * 2 ** (failures - 1), lastRetry) * (0.75 + random / 2)

const keys = ['accessToken', 'refreshToken', 'accessTokenExpirationTimestamp'] as const

/**
 * Refreshes the access token when it expires, at once when it is missing or has expired already, and again and again while
 * the server can't be reached. Tokens that another tab wrote only move the timer: refresh() takes them instead of asking.
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
  // A page that slept has missed its timer, and a connection that returned need not wait for the next try.
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

/** Keeps the session while the page is open. Several parts of a page may ask for it; it runs once. Returns what ends it. */
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
