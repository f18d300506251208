import { plainPrice } from '@/features/artwork/model'
import type { ArtworkQuery } from '@/gen/graphql'
import { plainText } from '@/lib/markdown'
import { absolute, type Thing } from '@/lib/structured'
import { isoYear } from '@/lib/year'
import { stillOf } from '@/ui/picture-source'

/** The values of schema.org: a held edition may become available again, and the rest of an ended drop isn't offered again. */
const availabilities = {
  AVAILABLE: 'InStock',
  UPCOMING: 'PreOrder',
  RESERVED: 'OutOfStock',
  SOLD_OUT: 'SoldOut',
  NOT_FOR_SALE: 'Discontinued',
}

/** What search engines read about a work and its offer. */
export function structured(artwork: NonNullable<ArtworkQuery['artwork']>, url: string): Thing {
  const { purchasePrice: price, availability } = artwork
  return {
    // A product has an offer.
    '@type': price ? ['VisualArtwork', 'Product'] : 'VisualArtwork',
    name: artwork.title,
    url,
    image: absolute(artwork.media[0] && stillOf(artwork.media[0])?.src) ?? undefined,
    creator: {
      '@type': 'Person',
      name: artwork.artist.name,
      url: new URL(`../../artists/${artwork.artist.slug}/`, url).href,
    },
    artEdition: artwork.editionSize,
    artMedium: artwork.medium ?? undefined,
    dateCreated: artwork.year === null ? undefined : isoYear(artwork.year),
    description: artwork.description ? plainText(artwork.description, 300) : undefined,
    offers: price
      ? {
          '@type': 'Offer',
          price: plainPrice(price),
          priceCurrency: price.currency,
          availability: `https://schema.org/${availabilities[availability]}`,
          url,
        }
      : undefined,
  }
}
