import type { ArtworkCardFragment } from '@/gen/graphql'
import { ratioOf, type Shown, shownOf } from '@/ui/picture-source'
import { editionLabel, offerLabel } from './model'

/** A work and its wall label as they are shown. */
export interface Card {
  id: string
  slug: string
  title: string
  year: number | null
  artist: string
  edition: string
  offer: string
  /** Width over height. */
  ratio: number
  picture: Shown
  /** A film to play while a pointer rests on the card. */
  film?: string
}

export function cardOf(artwork: ArtworkCardFragment): Card {
  const [face] = artwork.media
  return {
    id: artwork.id,
    slug: artwork.slug,
    title: artwork.title,
    year: artwork.year,
    artist: artwork.artist.name,
    edition: editionLabel(artwork.editionSize),
    offer: offerLabel(artwork),
    ratio: ratioOf(face),
    picture: shownOf(face),
    film: (face?.kind === 'VIDEO' && face.url) || undefined,
  }
}
