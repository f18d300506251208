import { expect, test } from 'vitest'
import { countries, countryName } from '@/lib/countries'

test('every assigned code once, by name', () => {
  const codes = countries().map(([code]) => code)
  expect(codes).toHaveLength(249)
  expect(new Set(codes).size).toBe(249)
  expect(countries()[0]?.[1]).toBe('Afghanistan')
  expect(countryName('DE')).toBe('Germany')
})
