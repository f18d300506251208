import { expect, test, vi } from 'vitest'
import { promiseCache } from './promise-cache'

test('the most recently requested are cached, the rest are created again', async () => {
  const keep = promiseCache<string>(2)
  const made: string[] = []
  const ask = (key: string) =>
    keep(key, async () => {
      made.push(key)
      return key
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('concurrent requests share one promise', async () => {
  const keep = promiseCache<string>(2)
  const make = vi.fn(async () => 'a')
  expect(await Promise.all([keep('a', make), keep('a', make)])).toEqual(['a', 'a'])
  expect(make).toHaveBeenCalledTimes(1)
})

test('empty results and failures aren’t cached', async () => {
  const keep = promiseCache<string>(2)
  expect(await keep('a', async () => null)).toBeNull()
  await expect(keep('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await keep('a', async () => 'a')).toBe('a')
})
