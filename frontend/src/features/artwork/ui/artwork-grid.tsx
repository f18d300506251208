import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardOf } from '../card'
import { ArtworkCards } from './artwork-cards'

/** So many works have a tiny picture before their own: three rows of a wide window. Further down, theirs is there in time. */
const atFirst = 9

interface ArtworkGridProps {
  artworks: ArtworkCardFragment[]
  lang: string
  level?: 2 | 3
  /** Whether the first work is what the page shows first. */
  leads?: boolean
  showArtist?: boolean
  /** Whether the arrow keys on a work's page go on in this order. */
  neighbours?: boolean
}

export function ArtworkGrid({ artworks, ...rest }: ArtworkGridProps) {
  const cards = artworks.map(cardOf)
  for (const { picture } of cards.slice(atFirst)) delete picture.blur
  return <ArtworkCards cards={cards} {...rest} />
}
