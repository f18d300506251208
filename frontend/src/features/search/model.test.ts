import { expect, test } from 'vitest'
import { colorsLike, commandsFor, commandsLike, highlight, searchHref, suggestionHref } from './model'

test.each([
  ['ARTWORK', 'tide-table-12', '/en/artworks/tide-table-12/'],
  ['ARTIST', 'vaclav-hrudicka-41', '/en/artists/vaclav-hrudicka-41/'],
  ['DROP', 'night-work-17', '/en/drops/night-work-17/'],
  ['POST', 'two-days-71', '/en/blog/two-days-71/'],
  ['TECHNIQUE', 'penrose tiling', '/en/artworks/?search=penrose+tiling'],
] as const)('the page of a suggestion of the kind %s', (kind, slug, href) => {
  expect(suggestionHref('en', { kind, slug })).toBe(href)
})

test('a search without words is the whole listing', () => {
  expect(searchHref('en', '  ')).toBe('/en/artworks/')
  expect(searchHref('en', ' moon & tide ')).toBe('/en/artworks/?search=moon+%26+tide')
})

const marked = (title: string, typed: string) =>
  highlight(title, typed)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test.each([
  ['Tide table', 'ti', '[Ti]de table'],
  ['Tide table', 'ta ti', '[Ti]de [ta]ble'],
  ['Tide table', 't', '[T]ide [t]able'],
  ['Tide table', 'de', 'Tide table'],
  ['Karaçelik', 'karace', '[Karaçe]lik'],
  ['Hrudička, Václav', 'václav hrudicka', '[Hrudička], [Václav]'],
  ['Plate 90: aviary', '90', 'Plate [90]: aviary'],
  ['Tide table', 'TIDE', '[Tide] table'],
  ['Tide table', '', 'Tide table'],
  ['Tide table', '.*', 'Tide table'],
  ['Tides', 'ti tide', '[Tide]s'],
])('in "%s" the text "%s" marks %s', (title, typed, expected) => {
  expect(marked(title, typed)).toBe(expected)
})

test('the palette offers pages and viewed works, and filters them by the typed words', () => {
  const commands = commandsFor('en', [{ slug: 'tide-table-12', title: 'Tide table', artist: 'Ada' }])
  expect(commands.slice(0, 2).map(({ title, href }) => [title, href])).toEqual([
    ['Surprise me', '/en/surprise/'],
    ['Tide table', '/en/artworks/tide-table-12/'],
  ])
  const like = (typed: string) => commandsLike(commands, typed).map(({ title }) => title)
  expect(like('sur')).toEqual(['Surprise me'])
  expect(like('your')).toEqual(['Your collection', 'Your orders'])
  expect(like('s')).toEqual([])
  expect(like('moon')).toEqual([])
})

test.each([
  ['blu', [['Blue', '/en/artworks/?color=blue']]],
  [
    'GRE',
    [
      ['Green', '/en/artworks/?color=green'],
      ['Grey', '/en/artworks/?color=grey'],
    ],
  ],
  ['b', []],
  ['blue moon', []],
])('the colours that begin like "%s"', (typed, options) => {
  expect(colorsLike('en', typed).map(({ title, href }) => [title, href])).toEqual(options)
})
