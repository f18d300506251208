import { expect, test } from 'vitest'
import { badgeOf, datesOf, dropsHref, parseDrops } from './model'

test('the listing starts with open drops, unless another order is selected', () => {
  expect(parseDrops({}).sort).toBe('OPEN_FIRST')
  expect(parseDrops({ sort: 'price' }).sort).toBe('OPEN_FIRST')
  expect(dropsHref('/en/drops/', parseDrops({}))).toBe('/en/drops/')
  expect(dropsHref('/en/drops/', parseDrops({ sort: 'newest' }))).toBe('/en/drops/?sort=newest')
})

test.each([
  ['UPCOMING', '2027-01-14T17:00:00Z', 'Opens '],
  ['LIVE', '2027-01-14T17:00:00Z', 'Ends '],
  ['LIVE', null, 'Since '],
  ['ENDED', '2027-01-14T17:00:00Z', '17 December 2026 to 14 January 2027 · 3 of 1,200 collected'],
] as const)('the dates of a drop that is %s don’t repeat its badge', (status, endsAt, begins) => {
  const drop = {
    status,
    sale: { startsAt: '2026-12-17T17:00:00Z', endsAt },
    editionsSold: 3,
    editionsTotal: 1200,
  }
  expect(datesOf(drop)).toMatch(new RegExp(`^${begins}`))
  expect(datesOf(drop)).not.toContain(badgeOf(drop))
})

test('an ended drop without sales shows its dates only', () => {
  const drop = {
    status: 'ENDED' as const,
    sale: { startsAt: '2026-12-17T17:00:00Z', endsAt: '2027-01-14T17:00:00Z' },
    editionsSold: 0,
    editionsTotal: 86,
  }
  expect(datesOf(drop)).toBe('17 December 2026 to 14 January 2027')
})
