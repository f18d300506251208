// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePhasesNow } from './store'
import { lookAgain, watch } from './watch'

/** The server's clock is a minute ahead of this browser's. */
const ahead = 60_000
let items: object[]
let reads: number
const watches: AbortController[] = []

const time = (after: number) => new Date(Date.now() + ahead + after).toISOString()
const phase = (name: string, from: number, to: number, amount: string) => ({
  id: name,
  name,
  kind: 'public',
  state: 'upcoming',
  startsAt: time(from),
  endsAt: time(to),
  cap: 0,
  prices: [{ artworkId: '24', price: { amount, currency: 'USD' } }],
})
const work = { id: '24', availability: 'AVAILABLE' as const, price: { amount: '42000', currency: 'USD' } }
const planOf = (drop = '7') => usePhasesNow.getState().plans[drop]
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const begin = async () => {
  const ends = new AbortController()
  watches.push(ends)
  watch('7', ends.signal)
  await later(1)
  return () => ends.abort()
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T10:00:00Z') })
  reads = 0
  items = []
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/drops/7/phases')
    reads++
    return Response.json({ items, now: time(0) })
  })
})
afterEach(() => {
  for (const ends of watches.splice(0)) ends.abort()
  usePhasesNow.setState({ plans: {}, kept: {} })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('prices and phases change at their moment by the server’s clock, without a read', async () => {
  items = [phase('Early', 1000, 4000, '9000'), phase('Late', 4000, 9000, '12500')]
  await begin()
  expect(planOf()).toMatchObject({ current: { name: 'Early', state: 'upcoming' } })
  expect(planOf()?.shut).toContain('“Early” opens')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await later(1000)
  expect(planOf()).toMatchObject({ current: { name: 'Early', state: 'open' }, shut: '' })
  expect(planOf()?.offer(work).price?.amount).toBe('9000')
  await later(3000)
  expect(planOf()?.offer(work).price?.amount).toBe('12500')
  await later(5000)
  expect(planOf()).toMatchObject({ current: null, shut: 'The sale of this drop has ended.' })
  expect(planOf()?.offer(work).availability).toBe('NOT_FOR_SALE')
})

test('a pause is noticed while the page is open, and at once after a refusal', async () => {
  items = [phase('Early', -1000, 900_000, '9000')]
  await begin()
  expect(planOf()?.current?.state).toBe('open')
  items = [{ ...items[0], state: 'paused' }]
  await later(21_000)
  expect(planOf()?.shut).toContain('paused')
  items = [{ ...items[0], state: 'open' }]
  lookAgain('7')
  await later(1)
  expect(planOf()?.shut).toBe('')
})

test('a drop without phases has no plan, and is not read again for minutes, on whichever page', async () => {
  const stop = await begin()
  await later(200_000)
  expect(planOf()).toBeUndefined()
  stop()
  await begin()
  document.dispatchEvent(new Event('visibilitychange'))
  await later(1)
  expect(reads).toBe(1)
  await later(100_000)
  items = [phase('Early', -1000, 900_000, '9000')]
  document.dispatchEvent(new Event('visibilitychange'))
  await later(1)
  expect(reads).toBe(2)
  expect(planOf()?.current?.name).toBe('Early')
})

test('several parts of a page share the reads; reading stops after the last unmounts', async () => {
  items = [phase('Early', -1000, 900_000, '9000')]
  const stop = await begin()
  const other = await begin()
  expect(reads).toBe(1)
  stop()
  stop()
  await later(21_000)
  expect(reads).toBe(2)
  other()
  await later(60_000)
  expect(reads).toBe(2)
})
