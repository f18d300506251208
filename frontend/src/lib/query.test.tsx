// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api/error'
import { polled, queryClient, useRead } from './query'
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
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const poll = () => renderHook(() => useRead(polled({ queryKey: ['test'], queryFn: read, every: 10_000 })))

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

test('a read that fails for good is not repeated', async () => {
  const { result } = poll()
  await act(async () => reads.at(-1)!.reject(new ApiError(404, 'not_found', 'No such order.')))
  await pass(60_000)
  expect(reads).toHaveLength(1)
  expect(result.current.error).toBeInstanceOf(ApiError)
  expect(result.current.problem).toBe('No such order.')
})

test('a hidden page reads nothing; once visible it reads immediately', async () => {
  const { result } = poll()
  await reply('a')
  act(() => focusManager.setFocused(false))
  await pass(60_000)
  expect(reads).toHaveLength(1)
  await act(async () => focusManager.setFocused(true))
  expect(reads).toHaveLength(2)
  await reply('b')
  await pass(0)
  expect(result.current.data).toBe('b')
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
