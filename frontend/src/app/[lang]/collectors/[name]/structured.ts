import { absolute, type Thing } from '@/lib/structured'
import { stillOf } from '@/ui/picture-source'
import type { ShownWork } from './works'

interface Named {
  displayName: string
  text: string
}

/** What search engines read about a collector's page: the works, and of the person only the name that they chose. */
export function structured({ displayName, text }: Named, works: ShownWork[], url: string): Thing {
  return {
    '@type': 'CollectionPage',
    name: displayName,
    url,
    description: text || undefined,
    author: { '@type': 'Person', name: displayName, url },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: works.length,
      itemListElement: works.map(({ artwork, edition, href }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        item: {
          '@type': 'VisualArtwork',
          name: artwork.title,
          url: new URL(href, url).href,
          image: absolute(artwork.media[0] && stillOf(artwork.media[0])?.src) ?? undefined,
          creator: { '@type': 'Person', name: artwork.artist.name },
          artEdition: `${edition}/${artwork.editionSize}`,
        },
      })),
    },
  }
}
