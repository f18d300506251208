// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePoll } from './use-poll'

let asked: { signal: AbortSignal; answer: (value: string) => void; fail: () => void }[] = []
const load = (signal: AbortSignal) =>
  new Promise<string>((resolve, reject) =>
    asked.push({ signal, answer: resolve, fail: () => reject(new Error('no')) }),
  )

let seen: DocumentVisibilityState = 'visible'
const see = (state: DocumentVisibilityState) => {
  seen = state
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const tell = (name: string) => act(() => void window.dispatchEvent(new Event(name)))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const answer = (value: string) =>
  act(async () => {
    asked.at(-1)!.answer(value)
  })

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  seen = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const poll = () =>
  renderHook(({ every, enabled }) => usePoll(load, every, { enabled }), {
    initialProps: { every: 10_000, enabled: true },
  })

test('it asks at once, and again one pace after each answer', async () => {
  const { result } = poll()
  expect(asked).toHaveLength(1)
  expect(result.current).toMatchObject({ answer: null, problem: '' })
  await pass(9_000)
  await answer('a')
  expect(result.current.answer).toBe('a')
  await pass(9_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
})

test('a failed poll says why and keeps what was known; the next one recovers', async () => {
  const { result } = poll()
  await answer('a')
  await pass(10_000)
  await act(async () => asked.at(-1)!.fail())
  expect(result.current).toMatchObject({ answer: 'a', problem: expect.stringMatching(/went wrong/) })
  await pass(10_000)
  await answer('b')
  expect(result.current).toMatchObject({ answer: 'b', problem: '' })
})

test('a hidden page asks nothing; seen again it asks at once, and once', async () => {
  poll()
  await answer('a')
  see('hidden')
  tell('online')
  await pass(60_000)
  expect(asked).toHaveLength(1)
  see('visible')
  tell('focus')
  expect(asked).toHaveLength(2)
  await answer('b')
  await pass(10_000)
  expect(asked).toHaveLength(3)
})

test('a page that opens in the background waits until it is seen', () => {
  seen = 'hidden'
  poll()
  expect(asked).toHaveLength(0)
  see('visible')
  expect(asked).toHaveLength(1)
})

test.each(['focus', 'online'])('%s asks at once, and the pace begins anew', async (name) => {
  poll()
  await answer('a')
  await pass(8_000)
  tell(name)
  expect(asked).toHaveLength(2)
  await answer('b')
  await pass(9_999)
  expect(asked).toHaveLength(2)
  await pass(1)
  expect(asked).toHaveLength(3)
})

test('looks do not overlap, but an answer that never comes is given up', async () => {
  const { result } = poll()
  tell('focus')
  await pass(29_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
  expect(asked[0]!.signal.aborted).toBe(true)
  await act(async () => asked[0]!.answer('old'))
  expect(result.current.answer).toBeNull()
})

test('a look of one’s own drops the answer that is under way', async () => {
  const { result } = poll()
  const done = vi.fn()
  act(() => void result.current.look().then(done))
  expect(asked).toHaveLength(2)
  expect(asked[0]!.signal.aborted).toBe(true)
  await act(async () => asked[0]!.answer('before'))
  expect(result.current.answer).toBeNull()
  expect(done).not.toHaveBeenCalled()
  await answer('after')
  expect(result.current.answer).toBe('after')
  expect(done).toHaveBeenCalledOnce()
})

test('another pace holds at once, without asking', async () => {
  const { rerender } = poll()
  await answer('a')
  await pass(4_000)
  rerender({ every: 5_000, enabled: true })
  expect(asked).toHaveLength(1)
  await pass(5_000)
  expect(asked).toHaveLength(2)
})

test('it ends when it is no longer wanted, and with its page', async () => {
  const { result, rerender, unmount } = poll()
  rerender({ every: 10_000, enabled: false })
  expect(asked[0]!.signal.aborted).toBe(true)
  await answer('late')
  await act(() => result.current.look())
  await pass(60_000)
  expect(result.current.answer).toBeNull()
  expect(asked).toHaveLength(1)

  rerender({ every: 10_000, enabled: true })
  expect(asked).toHaveLength(2)
  unmount()
  expect(asked[1]!.signal.aborted).toBe(true)
  await pass(60_000)
  tell('focus')
  expect(asked).toHaveLength(2)
})
