import { afterEach, expect, test, vi } from 'vitest'
import { unique } from './unique'

afterEach(() => vi.unstubAllGlobals())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('names are unique, on insecure connections, too', () => {
  expect(unique()).toMatch(uuid)
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const names = Array.from({ length: 50 }, unique)
  for (const name of names) expect(name).toMatch(uuid)
  expect(new Set(names).size).toBe(50)
})
