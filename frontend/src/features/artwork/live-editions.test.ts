import { expect, test } from 'vitest'
import { editionHref, editionIn, editionOf, editionSentence, startOf } from './live-editions'

test.each([
  ['', 1],
  ['?edition=3', 3],
  ['?a=b&edition=50', 50],
  ['?edition=51', 1],
  ['?edition=0', 1],
  ['?edition=-1', 1],
  ['?edition=03', 1],
  ['?edition=1e1', 1],
  ['?edition=2.5', 1],
  ['?edition=', 1],
  ['?edition=<b>', 1],
])('%s of 50 shows edition %i', (search, edition) => {
  expect(editionIn(search, 50)).toBe(edition)
})

test('what is typed is an edition, or nothing', () => {
  expect(editionOf('50', 50)).toBe(50)
  for (const text of [null, '', ' 3', '51', '99999999999999999999']) expect(editionOf(text, 50)).toBeNull()
})

test('the address of an edition keeps everything else', () => {
  const at = { pathname: '/en/artworks/w-64/', search: '?utm=x&edition=2', hash: '#details' }
  expect(editionHref(at, 3)).toBe('/en/artworks/w-64/?utm=x&edition=3#details')
  expect(editionHref(at, 1)).toBe('/en/artworks/w-64/?utm=x#details')
  expect(editionHref({ pathname: '/a/', search: '?edition=9', hash: '' }, 1)).toBe('/a/')
})

test('editions are asked for by the page', () => {
  expect([1, 27, 28, 54, 55, 10_000].map(startOf)).toEqual([1, 1, 28, 28, 55, 9991])
})

test('an edition in words, and none is called unsold for want of a token', () => {
  expect(editionSentence(3, 50, true)).toBe('Edition 3 of 50, sold')
  expect(editionSentence(3, 10_000, false)).toBe('Edition 3 of 10,000, not yet collected')
  expect(editionSentence(1, 1, null)).toBe('The only edition')
})
