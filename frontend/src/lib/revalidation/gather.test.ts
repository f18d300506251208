import { expect, test, vi } from 'vitest'
import { gather } from './gather'

test('tags that arrive together are revalidated together, once each, in limited batches', async () => {
  const calls: string[][] = []
  const tags = gather(
    async (list) => {
      calls.push(list)
    },
    () => {},
    2,
  )
  tags.add(['a', 'b'])
  tags.add(['b', 'c'])
  await tags.settled()
  expect(calls).toEqual([['a', 'b'], ['c']])
  tags.add(['a'])
  await tags.settled()
  expect(calls).toHaveLength(3)
})

test('failed tags are retried together with new ones', async () => {
  let fails = 2
  const calls: string[][] = []
  const tags = gather(
    async (list) => {
      if (fails-- > 0) {
        tags.add(['b'])
        throw new Error('the server does not listen yet')
      }
      calls.push([...list].sort())
    },
    () => {},
  )
  tags.add(['a'])
  await tags.settled()
  expect(calls).toEqual([['a', 'b']])
})

test('it stops, and reports what keeps failing', async () => {
  vi.useFakeTimers()
  const said: unknown[] = []
  const tags = gather(
    () => Promise.reject(new Error('no')),
    (error) => said.push(error),
  )
  tags.add(['a'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said.length).toBeGreaterThan(0)
  tags.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await tags.settled()
  vi.useRealTimers()
})
