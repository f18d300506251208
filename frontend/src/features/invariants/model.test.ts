import { expect, test } from 'vitest'
import { invariants } from './answer'
import { ageOf, promises, verdict } from './model'

test('an answer is read with 64-bit figures as strings, absent ones as zero', () => {
  const found = invariants.parse({
    violations: 1,
    oversoldArtworks: 1,
    oldestUnresolved: [{ kind: 'refunds', seconds: '75', count: 2 }],
    artworks: [{ artworkId: '107', editionSize: 25, sold: 3 }],
    at: '2026-11-21T12:00:00Z',
  })
  expect(found.oldestUnresolved[0]).toMatchObject({ kind: 'refunds', seconds: 75, count: 2 })
  expect(found.artworks[0]).toMatchObject({ artworkId: '107', sold: 3, held: 0 })
  expect(promises(found).map(([, count]) => count)).toEqual([1, 0, 0, 0, 0, 0, 0])
})

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
