// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuth } from './store'
import { useSession } from './use-session'

const start = 1_800_000_000_000
const token = (sub: string, seconds: number) =>
  `e30.${btoa(JSON.stringify({ sub, exp: start / 1000 + seconds }))}.sig`
const keep = (accessToken: string, refreshToken: string | null, seconds: number) =>
  useAuth.setState({
    accessToken,
    refreshToken,
    accessTokenExpirationTimestamp: start + seconds * 1000,
  })

const asked = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  localStorage.clear()
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('a token is refreshed when it expires, and again when the next one does', async () => {
  asked.mockImplementation(async () =>
    Response.json({ accessToken: token(`t${asked.mock.calls.length}`, 60 * (asked.mock.calls.length + 1)) }),
  )
  keep(token('t0', 60), 'r', 60)
  const { result } = renderHook(() => useSession())
  await pass(59_999)
  expect(asked).not.toHaveBeenCalled()
  expect(result.current).toMatchObject({ status: 'member', user: { sub: 't0' } })
  await pass(1)
  await vi.waitFor(() => expect(result.current.user?.sub).toBe('t1'))
  expect(asked).toHaveBeenCalledOnce()
  await pass(60_000)
  await vi.waitFor(() => expect(result.current.user?.sub).toBe('t2'))
})

test('an expired token without a refresh token is logged out', async () => {
  keep(token('t0', 60), null, 60)
  const { result } = renderHook(() => useSession())
  await pass(0)
  expect(result.current.status).toBe('member')
  await pass(60_000)
  expect(result.current).toEqual({ status: 'anonymous', user: null })
})
