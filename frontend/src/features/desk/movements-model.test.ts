import { expect, test } from 'vitest'
import { monthsOf, periodOf } from './movements-model'

test('months begin in UTC, and the current one has the days that have begun', () => {
  const months = monthsOf(new Date('2028-03-01T00:30:00Z'))
  expect(months).toHaveLength(36)
  expect(months[0]).toEqual({ name: '2028-03', label: 'March 2028', days: 1 })
  expect(months[1]).toEqual({ name: '2028-02', label: 'February 2028', days: 29 })
  expect(months[3]?.name).toBe('2027-12')
})

test('a period is a month or one of its days', () => {
  expect(periodOf('2026-11', 0)).toBe('2026-11')
  expect(periodOf('2026-11', 7)).toBe('2026-11-07')
})
