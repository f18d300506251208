import { expect, test } from 'vitest'
import { calendarOf } from './calendar'
import { badgeOf } from './model'

const drop = {
  uid: 'drop-20@example.org',
  title: 'Orbits, and other rounds; part 1',
  summary: null,
  url: 'https://example.org/en/drops/orbits-20/',
  startsAt: '2026-12-17T17:00:00Z',
  endsAt: null,
}

test('an event with escaped words, whole in UTC', () => {
  const text = calendarOf(drop, new Date('2026-11-21T08:00:00Z'))
  expect(text).toContain('DTSTART:20261217T170000Z\r\nDTEND:20261217T180000Z\r\n')
  expect(text).toContain('DTSTAMP:20261121T080000Z\r\n')
  expect(text).toContain('SUMMARY:Orbits\\, and other rounds\\; part 1\r\n')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('no line is longer than 75 octets, and unfolding gives the words back', () => {
  const summary = 'Zwölf Möbel '.repeat(20)
  const text = calendarOf({ ...drop, summary, endsAt: '2027-01-14T17:00:00Z' })
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(
    `DESCRIPTION:Opens 17 December 2026\\, 17:00 UTC.\\n${summary}`,
  )
})

test('a live drop without editions left is sold out; an ended one has ended', () => {
  const gone = { editionsSold: 5, editionsTotal: 5 }
  expect(badgeOf({ status: 'LIVE', ...gone })).toBe('Sold out')
  expect(badgeOf({ status: 'ENDED', ...gone })).toBe('Ended')
  expect(badgeOf({ status: 'LIVE', editionsSold: 0, editionsTotal: 0 })).toBe('Live')
})
