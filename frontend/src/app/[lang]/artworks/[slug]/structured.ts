import { plainPrice } from '@/features/artwork/model'
import type { ArtworkQuery } from '@/gen/graphql'
import { plainText } from '@/lib/markdown'

/** What search engines read, safe inside a script element. */
export function structured(artwork: NonNullable<ArtworkQuery['artwork']>, url: string) {
  const { purchasePrice: price, availability } = artwork
  const data = {
    '@context': 'https://schema.org',
    '@type': ['VisualArtwork', 'Product'],
    name: artwork.title,
    url,
    creator: { '@type': 'Person', name: artwork.artist.name },
    artEdition: artwork.editionSize,
    artMedium: artwork.medium ?? undefined,
    dateCreated: artwork.year === null ? undefined : String(artwork.year),
    description: artwork.description ? plainText(artwork.description, 300) : undefined,
    offers: price
      ? {
          '@type': 'Offer',
          price: plainPrice(price),
          priceCurrency: price.currency,
          availability: `https://schema.org/${availability === 'AVAILABLE' ? 'InStock' : availability === 'UPCOMING' ? 'PreOrder' : 'SoldOut'}`,
          url,
        }
      : undefined,
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
