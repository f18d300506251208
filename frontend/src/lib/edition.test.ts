import { expect, test } from 'vitest'
import { editionHref, namedEdition } from './edition'
import { editionOf, tokenIdOf } from './edition-number'

test.each([
  ['', null],
  ['?edition=3', 3],
  ['?a=b&edition=50', 50],
  ['?edition=51', null],
  ['?edition=0', null],
  ['?edition=-1', null],
  ['?edition=03', null],
  ['?edition=1e1', null],
  ['?edition=2.5', null],
  ['?edition=', null],
  ['?edition=<b>', null],
])('%s of 50 names edition %s', (search, edition) => {
  expect(namedEdition(search, 50)).toBe(edition)
})

test('typed text is read as an edition number, or ignored', () => {
  expect(editionOf('50', 50)).toBe(50)
  for (const text of [null, '', ' 3', '51', '99999999999999999999']) expect(editionOf(text, 50)).toBeNull()
})

test('the address of an edition keeps everything else', () => {
  const at = { pathname: '/en/artworks/w-64/', search: '?utm=x&edition=2', hash: '#details' }
  expect(editionHref(at, 3)).toBe('/en/artworks/w-64/?utm=x&edition=3#details')
  expect(editionHref({ pathname: '/a/', search: '', hash: '' }, 1)).toBe('/a/?edition=1')
})

test('a token is its work and its number', () => {
  expect(tokenIdOf('55', 3)).toBe('55000003')
  expect(tokenIdOf('9007199254740993', 1)).toBe('9007199254740993000001')
})
