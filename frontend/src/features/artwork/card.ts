import type { ArtworkCardFragment, Availability } from '@/gen/graphql'
import type { Offered } from '@/lib/phases/model'
import { dateOf } from '@/lib/year'
import { languageOf } from '@/messages/language'
import { type Shown, shownOf } from '@/ui/picture-source'
import { editionLabel, isGone, isSound, offerLabel } from './model'

/** A work and its wall label as they are shown. */
export interface Card {
  id: string
  slug: string
  title: string
  /** The languages of title and artist, if their scripts name them. */
  language?: string
  artistLanguage?: string
  /** When the work was made, empty if unknown. */
  date: string
  artist: string
  edition: string
  offer: string
  /** A price that can also be shown in ether, and what else the text needs. Phases of the drop may change it. */
  price?: {
    amount: string
    currency: string
    chainId: number
    availability: Availability
    size: number
    drop?: string
  }
  picture: Shown
  /** A film to play while a pointer rests on the card. */
  film?: string
}

export function cardOf(artwork: ArtworkCardFragment & Pick<Offered, 'offer'>): Card {
  const [face] = artwork.media
  const price = isGone(artwork) ? null : artwork.purchasePrice
  return {
    id: artwork.id,
    slug: artwork.slug,
    title: artwork.title,
    language: languageOf(artwork.title),
    artistLanguage: languageOf(artwork.artist.name),
    date: dateOf(artwork),
    artist: artwork.artist.name,
    edition: editionLabel(artwork.editionSize),
    offer: offerLabel(artwork),
    picture: shownOf(face),
    ...(price && {
      price: {
        amount: price.amount,
        currency: price.currency,
        chainId: artwork.chainId,
        availability: artwork.availability,
        size: artwork.editionSize,
        drop: artwork.currentDropId ?? undefined,
      },
    }),
    ...(face?.kind === 'VIDEO' && !isSound(artwork) && face.url && { film: face.url }),
  }
}
