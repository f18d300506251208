// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api/error'
import { queryClient, usePolled } from './query'
import { announce } from './session/events'

let reads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
const read = () => new Promise<string>((resolve, reject) => reads.push({ resolve, reject }))
const reply = (value: string) => act(async () => reads.at(-1)!.resolve(value))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers()
  reads = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const poll = () => renderHook(() => usePolled({ queryKey: ['test'], queryFn: read, every: 10_000 }))

test('it reads immediately, and again after each interval', async () => {
  const { result } = poll()
  expect(reads).toHaveLength(1)
  expect(result.current).toMatchObject({ data: null, problem: '' })
  await reply('a')
  await pass(0)
  expect(result.current.data).toBe('a')
  await pass(10_000)
  expect(reads).toHaveLength(2)
})

test('a read that fails keeps the data and says why; the next one clears it', async () => {
  const { result } = poll()
  await reply('a')
  await pass(10_000)
  await act(async () => reads.at(-1)!.reject(new ApiError(500, 'internal', 'It broke.')))
  await pass(0)
  expect(result.current).toMatchObject({ data: 'a', problem: 'It broke.' })
  await pass(10_000)
  await reply('b')
  await pass(0)
  expect(result.current).toMatchObject({ data: 'b', problem: '' })
})

test('a request without a response fails in the end', async () => {
  const { result } = poll()
  await pass(30_100)
  expect(result.current.problem).not.toBe('')
  await pass(10_000)
  // Still shown while the next read is in progress.
  expect(reads.length).toBeGreaterThan(1)
  expect(result.current.problem).not.toBe('')
})

test('personal data is removed with the session', async () => {
  poll()
  await reply('a')
  await pass(0)
  expect(queryClient.getQueryData(['test'])).toBe('a')
  act(() => announce('ended'))
  expect(queryClient.getQueryData(['test'])).toBeUndefined()
})
