import { expect, test } from 'vitest'
import { ageOf, type Invariants, promises, verdict } from './model'

const found: Invariants = {
  violations: 1,
  oversoldArtworks: 1,
  unmatchedPayments: 0,
  unpaidCompletions: 0,
  contractUnpaid: 0,
  unmatchedTokens: 0,
  illegalTransitions: 0,
  vanishedTokens: 0,
  unbalancedLedgers: 0,
  wrongDifferences: 0,
  haltedChains: 0,
  openReviews: 0,
  editions: 25,
  sold: 3,
  held: 0,
  oldestUnresolved: [],
  artworks: [],
  at: '2026-11-21T12:00:00Z',
}

test('each promise has its count', () =>
  expect(promises(found).map(([, count]) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]))

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [7200, '2 h'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => expect(ageOf(seconds)).toBe(words))

test.each([
  [0, 'Every promise holds.'],
  [1, '1 promise is broken.'],
  [2, '2 promises are broken.'],
])('with %d violations: %s', (violations, words) => expect(verdict(violations)).toBe(words))
