import { expect, test } from 'vitest'
import { hold, whole, zoomAt } from './zoom'

test('the point under the pointer stays', () => {
  const view = zoomAt({ scale: 2, x: 10, y: -5 }, 1.5, 100, 40)
  // A picture point p is shown at x + p·scale.
  const before = (100 - 10) / 2
  const after = (100 - view.x) / view.scale
  expect(after).toBeCloseTo(before)
})

test('zooming out ends at the whole picture', () => {
  expect(zoomAt({ scale: 1.2, x: 50, y: 50 }, 0.5, 0, 0)).toEqual(whole)
  expect(zoomAt(whole, 100, 0, 0).scale).toBe(8)
})

test('the picture cannot be lost', () => {
  expect(hold({ scale: 2, x: 9999, y: -9999 }, 300, 200)).toEqual({ scale: 2, x: 300, y: -200 })
  expect(hold({ scale: 1, x: 40, y: 0 }, 300, 200)).toEqual(whole)
})

test('as many steps back as there were steps closer show the whole', () => {
  const closer = zoomAt(zoomAt(whole, 1.6, 0, 0), 1.6, 0, 0)
  expect(zoomAt(zoomAt(closer, 1 / 1.6, 0, 0), 1 / 1.6, 0, 0)).toEqual(whole)
})
