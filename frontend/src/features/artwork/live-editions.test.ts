import { expect, test } from 'vitest'
import { editionSentence, startOf } from './live-editions'

test('editions are asked for by the page', () => {
  expect([1, 27, 28, 54, 55, 10_000].map(startOf)).toEqual([1, 1, 28, 28, 55, 9991])
})

test('an edition in words, and none is called unsold for want of a token', () => {
  expect(editionSentence(3, 50, true)).toBe('Edition 3 of 50, sold')
  expect(editionSentence(3, 10_000, false)).toBe('Edition 3 of 10,000, not yet collected')
  expect(editionSentence(1, 1, null)).toBe('The only edition')
})
