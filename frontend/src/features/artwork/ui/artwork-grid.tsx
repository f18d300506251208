import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardOf } from '../card'
import { sizes, sizesOfFew } from '../sizes'
import { ArtworkCards } from './artwork-cards'

/** How many works get a tiny placeholder picture: those in the first window. Further down, the pictures load in time. */
const atFirst = 9

interface ArtworkGridProps {
  artworks: ArtworkCardFragment[]
  lang: string
  level?: 2 | 3
  /** Whether the first work is the first visible content of the page. */
  leads?: boolean
  showArtist?: boolean
  /** Whether the arrow keys on a work's page follow this order. */
  neighbours?: boolean
  /** Three or six works, which fill rows of three. */
  few?: boolean
}

export function ArtworkGrid({ artworks, ...rest }: ArtworkGridProps) {
  const cards = artworks.map(cardOf)
  for (const { picture } of cards.slice(atFirst)) delete picture.blur
  return <ArtworkCards cards={cards} sizes={rest.few ? sizesOfFew : sizes} {...rest} />
}
