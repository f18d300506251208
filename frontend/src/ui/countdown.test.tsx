// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown'

const opening = '2026-11-21T18:00:00Z'
const countdown = (now?: () => number) => (
  <Countdown to={opening} format={(left) => `in ${Math.round(left / 1000)} s`} after="open" now={now} />
)

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-21T17:59:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a browser whose clock is wrong counts down by the server’s', async () => {
  const { setClockSource } = await import('./clock')
  const { Countdown: Fresh } = await import('./countdown')
  const learn = vi.fn(async () => 40_000)
  setClockSource(learn)
  // No countdown runs yet, so nothing is requested.
  expect(learn).not.toHaveBeenCalled()
  const onEnd = vi.fn()
  render(
    <Fresh to={opening} format={(left) => `in ${Math.round(left / 1000)} s`} after="open" onEnd={onEnd} />,
  )
  expect(screen.getByText('in 60 s')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('in 20 s')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(19_000))
  expect(screen.getByText('in 1 s')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('open')).toBeTruthy()
  expect(onEnd).toHaveBeenCalledOnce()
  expect(learn).toHaveBeenCalledOnce()
})

test('a time of another clock is counted down by that one', async () => {
  render(countdown(() => Date.parse('2026-11-21T17:59:55Z')))
  expect(screen.getByText('in 5 s')).toBeTruthy()
})
