import { plainPrice } from '@/features/artwork/model'
import type { ArtworkQuery } from '@/gen/graphql'
import { plainText } from '@/lib/markdown'
import type { Offered } from '@/lib/phases/model'
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
export function structured(
  artwork: NonNullable<ArtworkQuery['artwork']> & Pick<Offered, 'offer'>,
  url: string,
): Thing {
  const { offer } = artwork
  const { price, availability } = offer ?? {
    price: artwork.purchasePrice,
    availability: artwork.availability,
  }
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
          // Staff may pause a phase for a moment.
          availability: `https://schema.org/${availability === 'AVAILABLE' && offer?.open === false ? 'OutOfStock' : availabilities[availability]}`,
          priceValidUntil:
            offer && Number.isFinite(offer.until) ? new Date(offer.until).toISOString() : undefined,
          url,
        }
      : undefined,
  }
}
