// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefreshingCountdown } from './refreshing-countdown'

const router = vi.hoisted(() => ({ refresh: vi.fn() }))
vi.mock('next/navigation', () => ({ useRouter: () => router }))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T17:59:50Z') })
  router.refresh.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const moment = (to = '2026-11-21T18:00:00Z') => (
  <RefreshingCountdown to={to} format={(left) => `in ${left / 1000} s`} after="Opening…" />
)

test('the page is refreshed at its time, and once more if it stayed the same', async () => {
  render(moment())
  expect(screen.getByText('in 10 s')).toBeTruthy()
  await pass(11_999)
  expect(screen.getByText('Opening…')).toBeTruthy()
  expect(router.refresh).not.toHaveBeenCalled()
  await pass(4_001)
  expect(router.refresh).toHaveBeenCalledOnce()
  await pass(28_000)
  expect(router.refresh).toHaveBeenCalledTimes(2)
  await pass(600_000)
  expect(router.refresh).toHaveBeenCalledTimes(2)
})

test('waiting browsers refresh at different times', async () => {
  for (const chance of [0, 0.5, 0.99]) {
    vi.spyOn(Math, 'random').mockReturnValueOnce(chance)
    render(moment('2026-11-21T17:59:50Z'))
  }
  await pass(2_000)
  expect(router.refresh).toHaveBeenCalledTimes(1)
  await pass(2_000)
  expect(router.refresh).toHaveBeenCalledTimes(2)
})

test('a new page or another time stops the refreshing', async () => {
  const { rerender, unmount } = render(moment())
  await pass(10_000)
  rerender(moment('2026-11-21T19:00:00Z'))
  await pass(60_000)
  expect(router.refresh).not.toHaveBeenCalled()
  await pass(3_530_000)
  unmount()
  await pass(60_000)
  expect(router.refresh).not.toHaveBeenCalled()
})
