import type { ArtworkCardFragment, Availability } from '@/gen/graphql'
import { type Hung, hungOn, wide } from '@/lib/hang'
import type { Offered } from '@/lib/phases/model'
import { dateOf } from '@/lib/year'
import { languageOf } from '@/messages/language'
import { type Shown, shownOf } from '@/ui/picture-source'
import { editionLabel, isGone, isSound, offerLabel } from './model'
import { sizesOf } from './sizes'

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

/** Width divided by height; 1 if unknown. */
export const ratioOf = ({ width = 1, height = 1 }: Shown) => width / height

/** A card with its place on the wall. */
export interface HungCard extends Card {
  place: Hung['style']
  sizes: string
  /** The only work of its wall, with room for its label beside it. */
  alone?: boolean
  /** A wide work, which phones walk along. */
  frieze?: boolean
}

/** The cards of a wall, in the order of its works. */
export function cardsOf(artworks: readonly ArtworkCardFragment[]): HungCard[] {
  const cards = artworks.map(cardOf)
  const hung = hungOn(cards.map(({ picture }) => ratioOf(picture)))
  return cards.map((card, i) => {
    const ratio = ratioOf(card.picture)
    const { style, widths } = hung[i]!
    const shape = ratio >= wide ? { frieze: true } : cards.length === 1 && { alone: true }
    return { ...card, ...shape, place: style, sizes: sizesOf(widths, ratio) }
  })
}
