import { expect, test } from 'vitest'
import { grow, isDate, today, toSVG } from './model'

test('the date alone decides', () => {
  expect(toSVG(grow('2026-11-21', 'wide'))).toBe(toSVG(grow('2026-11-21', 'wide')))
  expect(toSVG(grow('2026-11-21', 'wide'))).not.toBe(toSVG(grow('2026-11-22', 'wide')))
})

test('both shapes of a day share ground and caps', () => {
  const wide = grow('2026-11-21', 'wide')
  const tall = grow('2026-11-21', 'tall')
  expect([tall.ground, tall.cap]).toEqual([wide.ground, wide.cap])
})

test('every day of a year produces enough ribbons', () => {
  for (let day = 0; day < 366; day += 7) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
    const { ribbons } = grow(date, 'wide')
    expect(ribbons.length, date).toBeGreaterThan(80)
    expect(
      ribbons.every(({ d }) => !d.includes('NaN')),
      date,
    ).toBe(true)
  }
  // 53 pictures are a second's work, and twelve on a machine with much else to do.
}, 60_000)

test('only real dates are dates', () => {
  expect(isDate('2026-02-28')).toBe(true)
  for (const text of ['2026-02-30', '2026-2-3', 'today', '2026-13-01']) expect(isDate(text), text).toBe(false)
  expect(isDate(today())).toBe(true)
})
