import { expect, test } from 'vitest'
import { type Holding, moved, placeAt, sorted } from './model'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [5, 0, 'abc'],
])('the work at %i goes to %i: %s', (from, to, want) => {
  expect(moved([...'abc'], from, to).join('')).toBe(want)
})

const holding = (tokenId: string): Holding => ({
  tokenId,
  title: `Work ${tokenId}`,
  artist: 'A',
  edition: 1,
  editionSize: 5,
  inWallet: false,
})

test('a page shows the held works in the chosen order, and offers the others', () => {
  const works = ['3', '9', '1'].map((tokenId) => ({ tokenId, text: `about ${tokenId}` }))
  const { shown, gone, others } = sorted(works, ['1', '2', '3'].map(holding))
  expect(shown.map(({ tokenId, text, holding: { title } }) => [tokenId, text, title])).toEqual([
    ['3', 'about 3', 'Work 3'],
    ['1', 'about 1', 'Work 1'],
  ])
  expect(gone.map(({ tokenId }) => tokenId)).toEqual(['9'])
  expect(others.map(({ tokenId }) => tokenId)).toEqual(['2'])
})

test('a dragged work passes those whose middle the pointer has crossed, and stays between', () => {
  const middles = [50, 155, 255]
  expect([-20, 60, 150, 160, 254, 900].map((y) => placeAt(y, 0, middles))).toEqual([0, 0, 0, 1, 1, 2])
  expect([-20, 49, 60, 200, 300].map((y) => placeAt(y, 1, middles))).toEqual([0, 0, 1, 1, 2])
  expect([40, 154, 160].map((y) => placeAt(y, 2, middles))).toEqual([0, 1, 2])
})
