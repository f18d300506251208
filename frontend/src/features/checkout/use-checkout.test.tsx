// @vitest-environment jsdom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import type { Checkout } from './model'
import { useCheckout, useCheckoutReads } from './use-checkout'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a response that was under way when the buyer pressed a button doesn’t undo the action', async () => {
  const replies: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', (path: string) =>
    path === '/api/config'
      ? Promise.resolve(Response.json(configWith({})))
      : new Promise<Response>((resolve) => replies.push(resolve)),
  )
  const read = vi.fn()
  const { result } = renderHook(() => useCheckoutReads('c1', { onRead: read, onProblem: () => {} }))
  await waitFor(() => expect(replies).toHaveLength(1))
  act(() => result.current.note({ id: 'c1', status: 'cancelled' } as Checkout))
  await act(async () => replies[0]!(Response.json({ id: 'c1', status: 'reserved' })))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(read).not.toHaveBeenCalled()
})

test('a hidden page doesn’t read; once visible it reads immediately and continues', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  let seen: DocumentVisibilityState = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  const see = (state: DocumentVisibilityState) => {
    seen = state
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  /** A response is read in real time; then the next read has its timer. */
  const answered = () =>
    act(async () => {
      while (vi.getTimerCount() === 0) await new Promise(setImmediate)
    })
  const asked = vi.fn(async () => Response.json({ id: 'c1', status: 'awaiting_payment' }))
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/checkouts/c1' ? asked() : Response.json(configWith({})),
  )
  renderHook(() => useCheckout('c1'))
  await answered()
  await pass(2_000)
  await answered()
  const before = asked.mock.calls.length
  expect(before).toBeGreaterThan(1)
  see('hidden')
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(600_000)
  expect(asked).toHaveBeenCalledTimes(before)
  see('visible')
  await answered()
  expect(asked).toHaveBeenCalledTimes(before + 1)
  await pass(2_000)
  expect(asked).toHaveBeenCalledTimes(before + 2)
})
