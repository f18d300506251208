import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardsOf } from '../card'
import { HungCards } from './hung-cards'

/** How many works get a tiny placeholder picture: those in the first window. Further down, the pictures load in time. */
const atFirst = 9

interface HangProps {
  artworks: ArtworkCardFragment[]
  lang: string
  level?: 2 | 3
  /** Whether the first work is the first visible content of the page. */
  leads?: boolean
  showArtist?: boolean
  /** Whether the arrow keys on a work's page follow this order. */
  neighbours?: boolean
}

/** Works on a wall, each in its proportions. The server places them, and the browser gets where each hangs. */
export function Hang({ artworks, ...rest }: HangProps) {
  const cards = cardsOf(artworks)
  for (const { picture } of cards.slice(atFirst)) delete picture.blur
  return <HungCards cards={cards} {...rest} />
}
