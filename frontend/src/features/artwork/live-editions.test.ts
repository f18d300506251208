import { expect, test } from 'vitest'
import { editionSentence, pairOf, startOf, statusWords } from './live-editions'

test('editions are requested page by page', () => {
  expect([1, 27, 28, 54, 55, 10_000].map(startOf)).toEqual([1, 1, 28, 28, 55, 9991])
})

test('describes an edition, and doesn’t call one without a token unsold', () => {
  expect(editionSentence(3, 50, true)).toBe('Edition 3 of 50, sold')
  expect(editionSentence(3, 10_000, false)).toBe('Edition 3 of 10,000, not yet collected')
  expect(editionSentence(1, 1, null)).toBe('The only edition')
})

test('the description of an edition depends on its status', () => {
  const taken = new Map([
    [1, 'sold'],
    [2, 'held'],
    [3, 'withheld'],
  ])
  expect([1, 2, 3, 4].map((edition) => statusWords(edition, taken, true))).toEqual([
    'Sold',
    'Held',
    'Not for sale',
    'Available',
  ])
  expect(statusWords(4, taken, false)).toBe('')
  expect(statusWords(1, null, true)).toBe('')
})

test('two editions are compared: a third one takes the place of the first', () => {
  expect(pairOf([], 3)).toEqual([3])
  expect(pairOf([3], 7)).toEqual([3, 7])
  expect(pairOf([3, 7], 9)).toEqual([7, 9])
  expect(pairOf([3, 7], 3)).toEqual([7])
})
