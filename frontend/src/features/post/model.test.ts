import { expect, test } from 'vitest'
import { worksIn } from './model'

const link = (slug: string) => `[*A work*](/en/artworks/${slug})`

test('the works that a post links, in its order and each once', () => {
  const body = `${link('two-times-table-176/')}, ${link('furrow-24')} and ${link('two-times-table-176/?edition=3')}`
  expect(worksIn(body)).toEqual(['176', '24'])
})

test('links to anything other than a work of this gallery are left out', () => {
  expect(worksIn('[All](/en/artworks/), [her](/en/artists/furrow-24/), /en/artworks/furrow-24/')).toEqual([])
  expect(worksIn('[Elsewhere](https://example.org/en/artworks/furrow-24/)')).toEqual([])
})

test('a post that links many works shows the first six', () => {
  expect(worksIn(Array.from({ length: 9 }, (_, i) => link(`w-${i + 1}/`)).join(' '))).toHaveLength(6)
})
