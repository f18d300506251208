import { expect, test, vi } from 'vitest'
import { promiseCache } from './promise-cache'

test('what was asked for last is kept, the rest made anew', async () => {
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

test('those who ask at once wait for one', async () => {
  const keep = promiseCache<string>(2)
  const make = vi.fn(async () => 'a')
  expect(await Promise.all([keep('a', make), keep('a', make)])).toEqual(['a', 'a'])
  expect(make).toHaveBeenCalledTimes(1)
})

test('neither nothing nor a failure is kept', async () => {
  const keep = promiseCache<string>(2)
  expect(await keep('a', async () => null)).toBeNull()
  await expect(keep('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await keep('a', async () => 'a')).toBe('a')
})
