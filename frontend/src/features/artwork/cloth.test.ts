import { expect, test } from 'vitest'
import { type Counted, clothOf, mostCells } from './cloth'

const work = (editionSize: number, editionsSold: number, reserved = 0): Counted => ({
  id: '1',
  editionSize,
  editionsSold,
  editionsAvailable: editionSize - editionsSold - reserved,
  availability: editionSize === editionsSold ? 'SOLD_OUT' : 'AVAILABLE',
})

test.each([
  ['a cell for each edition', work(5, 2, 1), { sold: 2, held: 1, free: 2 }],
  ['nothing is sold', work(3, 0), { sold: 0, held: 0, free: 3 }],
  ['sold out', work(3, 3), { sold: 3, held: 0, free: 0 }],
  ['a unique work', work(1, 0), { sold: 0, held: 0, free: 1 }],
  [
    'an upcoming work isn’t reserved',
    { ...work(4, 0), editionsAvailable: 0, availability: 'UPCOMING' as const },
    { sold: 0, held: 0, free: 4 },
  ],
  ['one sale of a large edition is seen', work(10_000, 1), { sold: 1, held: 0, free: 399 }],
  ['and so is the last free one', work(10_000, 9_999), { sold: 399, held: 0, free: 1 }],
])('%s', (_, counted, piece) => {
  expect(clothOf([counted])).toEqual([piece])
})

test('a large drop has a bounded number of cells, and each of its works at least one', () => {
  const works = [...Array.from({ length: 20 }, () => work(1, 0)), work(5000, 2500), work(3000, 100, 900)]
  const cloth = clothOf(works)
  const cells = cloth.reduce((sum, { sold, held, free }) => sum + sold + held + free, 0)
  expect(cells).toBeLessThanOrEqual(mostCells + works.length)
  for (const { sold, held, free } of cloth) {
    expect(sold + held + free).toBeGreaterThan(0)
    expect(Math.min(sold, held, free)).toBeGreaterThanOrEqual(0)
  }
})
