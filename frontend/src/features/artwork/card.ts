import type { ArtworkCardFragment } from '@/gen/graphql'
import { type Shown, shownOf } from '@/ui/picture-source'
import { editionLabel, isSound, offerLabel } from './model'

/** A work and its wall label as they are shown. */
export interface Card {
  id: string
  slug: string
  title: string
  year: number | null
  artist: string
  edition: string
  offer: string
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
    picture: shownOf(face),
    ...(face?.kind === 'VIDEO' && !isSound(artwork) && face.url && { film: face.url }),
  }
}
