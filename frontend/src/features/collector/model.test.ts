import { expect, test } from 'vitest'
import { type Holding, sorted } from './model'

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
