import { expect, test } from 'vitest'
import { periodsOf } from './periods'

const names = (...args: Parameters<typeof periodsOf>) => periodsOf(...args).map(({ name }) => name)
const now = new Date('2026-01-31T23:59:59Z')

test('periods go back from the current one, by UTC', () => {
  expect(names('month', now, '').slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(names('quarter', now, '').slice(0, 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
  expect(names('quarter', new Date('2026-12-01T00:00:00Z'), '')[0]).toBe('2026-Q4')
  expect(names('year', now, '').slice(0, 2)).toEqual(['2026', '2025'])
  expect(periodsOf('all', now, 'All time')).toEqual([{ name: 'all', label: 'All time' }])
})

test('periods are shown as months and quarters', () => {
  expect(periodsOf('month', now, '')[1]?.label).toBe('December 2025')
  expect(periodsOf('quarter', now, '')[1]?.label).toBe('Q4 2025')
})
