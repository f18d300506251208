import { expect, test } from 'vitest'
import { hang, type Place, panorama, walls, wide } from './hang'

/** The works of each row. */
function rowsOf(ratios: readonly number[], places: Place[]) {
  const rows: { ratio: number; place: Place }[][] = []
  places.forEach((place, i) => {
    // Rows follow each other, so the works keep their order.
    if (place.row === rows.length) rows.push([])
    expect(place.row).toBe(rows.length - 1)
    rows[place.row]!.push({ ratio: ratios[i]!, place })
  })
  return rows
}

const desktop = walls[2]

test.each([
  ['one work', [0.8], [[33]]],
  ['one panorama fills the wall', [4], [[100]]],
  ['two wide works share a wall', [2.3, 2.3], [[47, 47]]],
  ['a single work above a panorama', [0.8, 4], [[37], [100]]],
] as const)('%s', (_, ratios, rows) => {
  const hung = rowsOf(ratios, hang(ratios, desktop))
  expect(hung.map((row) => row.map(({ place }) => Math.round(place.width)))).toEqual(rows)
})

test('a pair hangs closer together, and further from the third', () => {
  const [, second, third] = hang([0.8, 0.8, 1.25], desktop)
  expect(second!.before).toBeLessThan(desktop.gap)
  expect(third!.before).toBeGreaterThan(desktop.gap)
})

test('on a phone narrow works alternate between the sides', () => {
  const [first, second, third] = hang([0.5, 0.5, 1.5], walls[0])
  expect(first!.before).toBe(0)
  expect(first!.width).toBeCloseTo(59)
  expect(second!.after).toBeCloseTo(0)
  expect(third!.width).toBeCloseTo(99.9)
})

/** mulberry32 */
function randomOf(seed: number) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test.each(walls)('any works on a wall with at most $most in a row', (wall) => {
  const random = randomOf(wall.most)
  for (let run = 0; run < 60; run++) {
    const common = [0.67, 0.8, 1, 1.25, 1.5, 2.34]
    const ratios = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      random() < 0.8 ? common[Math.floor(random() * 6)]! : 0.3 * 30 ** random(),
    )
    const places = hang(ratios, wall)
    expect(hang(ratios, wall)).toEqual(places)
    expect(places).toHaveLength(ratios.length)
    const rows = rowsOf(ratios, places)
    rows.forEach((row, number) => {
      const last = number === rows.length - 1
      expect(row.length).toBeLessThanOrEqual(wall.most)
      const taken = row.reduce((sum, { place }) => sum + place.before + place.width + place.after, 0)
      expect(taken).toBeCloseTo(99.9)
      const middle = row[0]!.place.lower + row[0]!.place.width / row[0]!.ratio / 2
      for (const { ratio, place } of row) {
        for (const length of [place.width, place.before, place.after, place.lower]) {
          expect(length).toBeGreaterThan(-1e-9)
        }
        expect(place.lower + place.width / ratio / 2).toBeCloseTo(middle)
        if (row.length > 1) {
          expect(ratio).toBeLessThan(panorama)
          expect(place.width / ratio).toBeLessThan(wall.tallest + 1e-9)
        }
        if (ratio >= panorama) expect(place.width).toBeCloseTo(99.9)
      }
      // No hole above a wide work: the row fills the wall, or its only work is in the middle.
      if (last || !rows[number + 1]!.some(({ ratio }) => ratio >= wide)) return
      const { before } = row[0]!.place
      const { after } = row.at(-1)!.place
      expect(before).toBeCloseTo(after)
      if (row.length > 1) expect(before).toBeCloseTo(0)
    })
  }
})
