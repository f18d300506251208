import { expect, test } from 'vitest'
import { element, latest, xml } from './xml'

test('texts cannot leave their element', () => {
  expect(element('title', xml('A & B </title>\u0000 "c"'))).toBe(
    '<title>A &amp; B &lt;/title&gt; &quot;c&quot;</title>',
  )
})

test('characters that XML forbids are left out, and the rest stays', () => {
  expect(xml('a\u0008\uFFFE\uD800\uFFFFb')).toBe('ab')
  expect(xml('tab\t, Ōtākou, 葛飾, 🌊')).toBe('tab\t, Ōtākou, 葛飾, 🌊')
})

test('lastmod is the latest past time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  for (const [moments, expected] of [
    [['2026-11-20T08:00:00Z'], '2026-11-20T08:00:00.000Z'],
    [[null, '2026-11-01T08:00:00+01:00', '2026-11-19T08:00:00Z'], '2026-11-19T08:00:00.000Z'],
    [['2026-11-19T08:00:00Z', '2026-12-17T17:00:00Z'], '2026-11-19T08:00:00.000Z'],
    [['2026-12-17T17:00:00Z', undefined], null],
    [[], null],
    [['1890-05-01T00:00:00Z'], null],
    [['1890-05-01T00:00:00Z', '2026-11-19T08:00:00Z'], '2026-11-19T08:00:00.000Z'],
    [['not a time'], null],
  ] as const) {
    expect(latest([...moments], now)).toBe(expected)
  }
})
