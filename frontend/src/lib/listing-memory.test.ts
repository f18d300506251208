import { expect, test } from 'vitest'
import { restored } from './listing-memory'

const page = (storedSearchQuery: Record<string, string[]> = {}, storedCurrentPage = 1) => ({
  storedSearchQuery,
  storedCurrentPage,
})
const sort = (storedSortQuery = '', storedReducedFilterSelected = false) => ({
  storedSortQuery,
  storedReducedFilterSelected,
})

test('nothing kept, nothing given back', () => {
  expect(restored(page(), sort())).toBeNull()
})

test('filters, page and sort come back', () => {
  expect(restored(page({ search: ['tide'], category: ['a', 'b'] }, 2), sort('title'))).toBe(
    'search=tide&category=a&category=b&sort=title&page=2',
  )
})

test('the reduced filter outlives the session', () => {
  expect(restored(page(), sort('', true))).toBe('availability=available')
  expect(restored(page({ availability: ['sold_out'] }), sort('', true))).toBe('availability=sold_out')
})
