import { expect, test } from 'vitest'
import { dropsHref, parseDrops } from './model'

test('the listing begins with what is open now, unless another order is asked for', () => {
  expect(parseDrops({}).sort).toBe('OPEN_FIRST')
  expect(parseDrops({ sort: 'price' }).sort).toBe('OPEN_FIRST')
  expect(dropsHref('/en/drops/', parseDrops({}))).toBe('/en/drops/')
  expect(dropsHref('/en/drops/', parseDrops({ sort: 'newest' }))).toBe('/en/drops/?sort=newest')
})
