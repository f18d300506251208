import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatDuration, formatRemaining, until } from './time'
import { formatYear, isoYear } from './year'

test('dates in UTC unless a zone is named', () => {
  expect(formatDate('2026-11-21T23:30:00Z')).toBe('21 November 2026')
  expect(formatDate('2026-11-21T23:30:00Z', 'Europe/Vienna')).toBe('22 November 2026')
  expect(formatDateTime('2026-11-21T18:05:00Z')).toBe('21 November 2026, 18:05 UTC')
})

test.each([
  [900_000, '15:00'],
  [899_001, '15:00'],
  [7_000, '0:07'],
  [0, '0:00'],
  [-5, '0:00'],
  [11_520_000, '3 h 12 min'],
  [90_000_000, '1 day 1 h'],
  [10_800_000, '3 h'],
  [187_200_000, '2 days 4 h'],
  [172_859_000, '2 days'],
])('%i ms left reads %s', (left, want) => {
  expect(formatRemaining(left)).toBe(want)
})

test('a past time is zero away', () => {
  expect(until('2026-01-01T00:00:00Z', Date.parse('2026-01-02T00:00:00Z'))).toBe(0)
})

test.each([
  [30, '30 seconds'],
  [60, '1 minute'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [5400, '90 minutes'],
  [7200, '2 hours'],
])('%i seconds are "%s"', (seconds, words) => expect(formatDuration(seconds)).toBe(words))

test.each([
  [1929, '1929', '1929'],
  [900, '900', '0900'],
  [-1, '1 BC', '0000'],
  [-500, '500 BC', '-0499'],
])('the year %i reads %s', (year, want, iso) => {
  expect(formatYear(year)).toBe(want)
  expect(isoYear(year)).toBe(iso)
})
