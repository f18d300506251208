import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverAhead } from './server-time'

const here = Date.parse('2026-11-21T18:00:00.250Z')
beforeEach(() => void vi.useFakeTimers({ now: here }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A reply that takes 200 ms. */
const reply = (headers: Record<string, string>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      vi.setSystemTime(here + 200)
      return new Response('{}', { headers })
    }),
  )

test.each([
  ['Sat, 21 Nov 2026 18:10:00 GMT', 600_150],
  ['Sat, 21 Nov 2026 17:50:00 GMT', -599_850],
  ['Sat, 21 Nov 2026 18:00:00 GMT', 0],
  ['Sat, 21 Nov 2026 18:00:01 GMT', 0],
])('%s is %i ms ahead', async (date, want) => {
  reply({ date })
  expect(await serverAhead()).toBe(want)
})

test('a cached response isn’t used for the time', async () => {
  reply({ date: 'Sat, 21 Nov 2026 18:10:00 GMT', age: '30' })
  await expect(serverAhead()).rejects.toThrow()
  reply({})
  await expect(serverAhead()).rejects.toThrow()
})
