import { expect, test, vi } from 'vitest'
import { structured } from './structured'
import type { ShownWork } from './works'

vi.mock('@/lib/env', () => ({ env: () => ({ PUBLIC_URL: 'https://gallery.example' }) }))

test('a collector’s page is a list of works, with nothing about the person but their chosen name', () => {
  const work = {
    tokenId: '64000007',
    artwork: { title: 'Tidal', editionSize: 50, artist: { name: 'Iris Falk' }, media: [] },
    edition: 7,
    text: 'My first one.',
    href: '/en/artworks/tidal-64/?edition=7',
  } as unknown as ShownWork
  const url = 'https://gallery.example/en/collectors/ada/'
  const data = structured({ displayName: 'Ada’s wall', text: '' }, [work], url)
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    '@type': 'CollectionPage',
    name: 'Ada’s wall',
    url,
    author: { '@type': 'Person', name: 'Ada’s wall', url },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: 1,
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          item: {
            '@type': 'VisualArtwork',
            name: 'Tidal',
            url: 'https://gallery.example/en/artworks/tidal-64/?edition=7',
            creator: { '@type': 'Person', name: 'Iris Falk' },
            artEdition: '7/50',
          },
        },
      ],
    },
  })
})
