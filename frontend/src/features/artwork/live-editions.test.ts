import { expect, test } from 'vitest'
import { editionSentence, pairOf, startOf, statusWords } from './live-editions'

test('editions are asked for by the page', () => {
  expect([1, 27, 28, 54, 55, 10_000].map(startOf)).toEqual([1, 1, 28, 28, 55, 9991])
})

test('an edition in words, and none is called unsold for want of a token', () => {
  expect(editionSentence(3, 50, true)).toBe('Edition 3 of 50, sold')
  expect(editionSentence(3, 10_000, false)).toBe('Edition 3 of 10,000, not yet collected')
  expect(editionSentence(1, 1, null)).toBe('The only edition')
})

test('what is said of an edition depends on what became of it', () => {
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
