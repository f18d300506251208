import { expect, test } from 'vitest'
import { entryForm } from './form'
import {
  artistInput,
  artworkInput,
  changed,
  curatorInput,
  dropInput,
  inOrder,
  isMadeHere,
  orderOf,
  postInput,
  shown,
  statusesOf,
  valuesOf,
} from './model'

test('works from the studio have no file', () => {
  expect(isMadeHere('artworks', '800000012')).toBe(true)
  expect(isMadeHere('artworks', '191')).toBe(false)
  expect(isMadeHere('drops', '800000012')).toBe(true)
  expect(isMadeHere('pages', '800000012')).toBe(false)
})

test('only kinds with a date can be filtered by one', () => {
  expect(statusesOf('posts')).toEqual(['PUBLISHED', 'SCHEDULED', 'DRAFT'])
  expect(statusesOf('curators')).toEqual(['PUBLISHED', 'DRAFT'])
})

test('only changed fields are sent, in the units of the API', () => {
  const before = valuesOf(
    [
      { name: 'title', value: 'Tide' },
      { name: 'year', value: '2025' },
      { name: 'purchasePrice', value: '125000' },
      { name: 'description', value: '' },
    ],
    'USD',
  )
  expect(before.purchasePrice).toBe('1250.00')
  const names = ['title', 'year', 'purchasePrice', 'description']
  const after = { ...before, year: '', purchasePrice: '1,300.50' }
  expect(changed(names, before, after)).toEqual(['year', 'purchasePrice'])
  expect(artworkInput(after, changed(names, before, after), 'USD')).toEqual({
    year: null,
    purchasePrice: 130050,
  })
  expect(artworkInput({ purchasePrice: '500' }, ['purchasePrice'], 'JPY')).toEqual({ purchasePrice: 500 })
  expect(artworkInput({ purchasePrice: '' }, ['purchasePrice'], 'USD')).toEqual({ purchasePrice: null })
  expect(postInput({ title: ' News ', body: 'Text' }, ['title'])).toEqual({ title: 'News' })
  expect(artistInput({ born: '1900', died: '', bio: 'B', place: 'Rome' }, ['born', 'died', 'place'])).toEqual(
    {
      born: 1900,
      died: null,
      place: 'Rome',
    },
  )
  expect(curatorInput({ name: 'Ann', role: '' }, ['role'])).toEqual({ role: '' })
})

test.each([
  ['artworks', { title: ' ' }, ['title']],
  ['artworks', { title: 'x'.repeat(201) }, ['title']],
  ['artworks', { year: '0' }, ['year']],
  ['artworks', { year: '20x5' }, ['year']],
  ['artworks', { year: '-500' }, []],
  ['artworks', { purchasePrice: '0' }, ['purchasePrice']],
  ['artworks', { purchasePrice: '12.345' }, ['purchasePrice']],
  ['artworks', { purchasePrice: '30000000' }, ['purchasePrice']],
  ['artworks', { purchasePrice: '' }, []],
  ['artists', { website: 'ftp://x.example/' }, ['website']],
  ['artists', { website: 'example.org' }, ['website']],
  ['artists', { website: 'https://example.org/', born: '-500', died: '' }, []],
  ['artists', { died: 'then' }, ['died']],
  ['posts', { summary: 'x'.repeat(1001), body: '' }, ['summary']],
] as const)('a form of %s with %j refuses %j', (folder, filled, refused) => {
  const whole = {
    artworks: { title: 'Tide', medium: '', year: '', category: 'image', purchasePrice: '', description: '' },
    artists: { born: '', died: '', place: '', website: '', bio: '' },
    posts: { title: 'News', category: 'press', summary: '', body: '' },
  }[folder]
  const { error } = entryForm(folder, 'USD').safeParse({ ...whole, ...filled })
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(refused)
})

test('a version is shown in readable text', () => {
  const categories = [{ slug: 'image', name: 'Images' }]
  expect(shown('purchasePrice', '1250.00', 'USD', categories)).toBe('$1,250')
  expect(shown('purchasePrice', '', 'USD', categories)).toBe('Not for sale')
  expect(shown('category', 'image', 'USD', categories)).toBe('Images')
  expect(shown('category', 'gone', 'USD', categories)).toBe('gone')
  expect(shown('published', 'false', 'USD', categories)).toBe('no')
})

test('works that an order doesn’t name follow it', () => {
  const works = ['1', '2', '3', '4'].map((id) => ({ id }))
  const hung = inOrder(works, '3 9 1')
  expect(orderOf(hung)).toBe('3 1 2 4')
  expect(inOrder(works, '')).toEqual(works)
  expect(dropInput({ title: 'T', works: '3 1' }, ['works'])).toEqual({ works: ['3', '1'] })
  expect(dropInput({ title: 'T', works: '' }, ['title', 'works'])).toEqual({ title: 'T', works: [] })
})
