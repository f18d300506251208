import { expect, test } from 'vitest'
import { moved, placeAt } from './order'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [5, 0, 'abc'],
])('the item at %i goes to %i: %s', (from, to, want) => {
  expect(moved([...'abc'], from, to).join('')).toBe(want)
})

test('a dragged item passes those whose middle the pointer has crossed, and stays between', () => {
  const middles = [50, 155, 255]
  expect([-20, 60, 150, 160, 254, 900].map((y) => placeAt(y, 0, middles))).toEqual([0, 0, 0, 1, 1, 2])
  expect([-20, 49, 60, 200, 300].map((y) => placeAt(y, 1, middles))).toEqual([0, 0, 1, 1, 2])
  expect([40, 154, 160].map((y) => placeAt(y, 2, middles))).toEqual([0, 1, 2])
})
