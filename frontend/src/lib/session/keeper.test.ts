// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/api/client'
import { backoff, keepSession } from './keeper'
import { isLoggedIn, readTokens, useAuth } from './store'

const start = 1_800_000_000_000
const token = (sub: string, seconds: number) =>
  `e30.${btoa(JSON.stringify({ sub, exp: start / 1000 + seconds }))}.sig`
const nobody = { accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null }

function store(accessToken: string | null, refreshToken: string | null, seconds: number | null) {
  const state = {
    accessToken,
    refreshToken,
    accessTokenExpirationTimestamp: seconds === null ? null : start + seconds * 1000,
  }
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
}
const refusal = () =>
  Response.json({ error: { code: 'session_gone', message: 'Gone.', details: {} } }, { status: 401 })
const unavailable = () => new Response('<html>', { status: 502 })

const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()
let stop: (() => void) | undefined
/** Starts what a page starts. */
const open = () => {
  stop = keepSession()
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const loggedIn = () => isLoggedIn(useAuth.getState())

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  localStorage.clear()
  useAuth.setState({ ...nobody, loading: false, now: 0, failures: 0, refused: false })
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  stop?.()
  stop = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a token is refreshed when it expires, not before, and again when the next one does', async () => {
  store(token('t0', 60), 'r', 60)
  fetched.mockImplementation(async () =>
    Response.json({ accessToken: token('t', 60 * (fetched.mock.calls.length + 1)) }),
  )
  open()
  await pass(59_999)
  expect(fetched).not.toHaveBeenCalled()
  expect(loggedIn()).toBe(true)
  await pass(1)
  expect(fetched).toHaveBeenCalledOnce()
  await pass(59_999)
  expect(fetched).toHaveBeenCalledOnce()
  await pass(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(loggedIn()).toBe(true)
})

test('a missing access token beside a refresh token is refreshed at once', async () => {
  store(null, 'r', null)
  fetched.mockImplementation(async () => Response.json({ accessToken: token('new', 300) }))
  open()
  expect(loggedIn()).toBe(false)
  await pass(0)
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/auth/tokens'])
  expect(loggedIn()).toBe(true)
})

test('an expired access token counts as logged out until its refresh has succeeded', async () => {
  store(token('old', -60), 'r', -60)
  let respond: (response: Response) => void = () => undefined
  fetched.mockImplementation(() => new Promise((resolve) => (respond = resolve)))
  open()
  await pass(1000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(loggedIn()).toBe(false)
  respond(Response.json({ accessToken: token('new', 300) }))
  await pass(0)
  expect(loggedIn()).toBe(true)
})

test('a refresh that the server refuses logs out and says so', async () => {
  store(token('old', -60), 'r', -60)
  fetched.mockImplementation(async () => refusal())
  open()
  await pass(0)
  expect(useAuth.getState()).toMatchObject({ ...nobody, refused: true, failures: 0 })
  expect(localStorage.getItem('vitrine.auth')).toBeNull()
  await pass(600_000)
  expect(fetched).toHaveBeenCalledOnce()
})

test.each([
  ['a failing server', async () => unavailable()],
  ['a proxy that forbids', async () => new Response('<html>', { status: 403 })],
  ['a limit', async () => Response.json({ error: { code: 'too_many_requests' } }, { status: 429 })],
])('%s is tried again with growing waits, and the session stays', async (_, reply) => {
  store(token('old', -60), 'r', -60)
  fetched.mockImplementation(reply)
  open()
  await pass(0)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(useAuth.getState()).toMatchObject({ refreshToken: 'r', failures: 1, refused: false })
  expect(loggedIn()).toBe(false)
  for (const [wait, calls] of [
    [2000, 2],
    [4000, 3],
    [8000, 4],
  ] as const) {
    await pass(wait - 1)
    expect(fetched).toHaveBeenCalledTimes(calls - 1)
    await pass(1)
    expect(fetched).toHaveBeenCalledTimes(calls)
  }
  fetched.mockImplementation(async () => Response.json({ accessToken: token('new', 3000) }))
  await pass(16_000)
  expect(useAuth.getState()).toMatchObject({ refreshToken: 'r', failures: 0 })
  expect(loggedIn()).toBe(true)
})

test('the network is tried again as soon as it returns', async () => {
  store(token('old', -60), 'r', -60)
  fetched.mockImplementation(async () => {
    throw new TypeError('offline')
  })
  open()
  await vi.waitFor(() => expect(useAuth.getState().failures).toBe(1), { timeout: 20_000 })
  fetched.mockImplementation(async () => Response.json({ accessToken: token('new', 3000) }))
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(loggedIn()).toBe(true)
  expect(useAuth.getState().failures).toBe(0)
})

test('tokens written by another tab are used and trigger no refresh', async () => {
  store(token('old', 60), 'r', 60)
  open()
  await pass(30_000)
  store(token('theirs', 300), 'r2', 300)
  readTokens()
  await pass(60_000)
  expect(fetched).not.toHaveBeenCalled()
  expect(useAuth.getState()).toMatchObject({ accessToken: token('theirs', 300), refreshToken: 'r2' })
  fetched.mockImplementation(async () => Response.json({ accessToken: token('next', 900) }))
  await pass(210_000)
  expect(fetched).toHaveBeenCalledOnce()
})

test('a token without a refresh token expires without a request', async () => {
  store(token('old', 60), null, 60)
  open()
  await pass(59_999)
  expect(loggedIn()).toBe(true)
  await pass(1)
  expect(loggedIn()).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

test('several parts of a page share one session until the last unmounts', async () => {
  store(token('old', 60), 'r', 60)
  fetched.mockImplementation(async () => Response.json({ accessToken: token('new', 120) }))
  open()
  const other = keepSession()
  stop?.()
  stop?.()
  await pass(60_000)
  expect(fetched).toHaveBeenCalledOnce()
  other()
  await pass(600_000)
  expect(fetched).toHaveBeenCalledOnce()
})

test('a call waits for a missing access token', async () => {
  store(null, 'r', null)
  readTokens()
  fetched.mockImplementation(async (path) =>
    Response.json(path === '/api/auth/tokens' ? { accessToken: token('new', 300) } : { ok: true }),
  )
  await api.GET('/api/collection')
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/auth/tokens', '/api/collection'])
  expect(new Headers(fetched.mock.calls[1]![1]!.headers).get('authorization')).toBe(
    `Bearer ${token('new', 300)}`,
  )
})

test('waits double up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => backoff(failures, 0.5))).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
  expect(backoff(1, 0)).toBe(1500)
  expect(backoff(1, 1)).toBe(2500)
})
