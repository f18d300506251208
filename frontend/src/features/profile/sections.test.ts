import { expect, test } from 'vitest'
import { orderOf, sectionOf } from './sections'

test.each([
  [undefined, 'profile', undefined],
  [['orders'], 'orders', undefined],
  [['desk'], 'desk', undefined],
  [['desk', 'orders', 'o1'], 'desk', 'o1'],
  [['desk', 'orders'], 'profile', undefined],
  [['orders', 'o1'], 'orders', 'o1'],
  [['orders', 'o1', 'more'], 'profile', undefined],
  [['desk', 'orders', 'o1', 'more'], 'profile', undefined],
])('the address %j is the part %s', (path, section, order) => {
  expect(sectionOf(path)).toBe(section)
  expect(orderOf(path)).toBe(order)
})
