// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Checkout } from './model'
import { useCheckout } from './use-checkout'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an answer that was under way when the person pressed does not undo what the press did', async () => {
  const replies: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => replies.push(resolve)))
  const { result } = renderHook(() => useCheckout('c1'))
  await waitFor(() => expect(replies).toHaveLength(1))
  act(() => result.current.take({ id: 'c1', status: 'cancelled' } as Checkout))
  await act(async () => replies[0]!(Response.json({ id: 'c1', status: 'reserved' })))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(result.current.checkout?.status).toBe('cancelled')
})
