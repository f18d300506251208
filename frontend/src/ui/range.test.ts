import { expect, test } from 'vitest'
import { rangeOf } from './range'

test.each([
  ['100', '500', '100-500'],
  ['500', '100', '100-500'],
  ['99', '100', '99-100'],
  ['250', '', '250-'],
  ['', '250', '-250'],
  ['0', '', '0-'],
  ['', '', ''],
])('from %j to %j: %j', (from, to, want) => expect(rangeOf(from, to)).toBe(want))
