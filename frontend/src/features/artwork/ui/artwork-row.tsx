import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardOf, ratioOf } from '../card'
import { sizesInRow } from '../sizes'
import { ArtworkCard } from './artwork-card'
import { Carousel } from './carousel'

/** Works in one row that scrolls, as a frieze: all of one height. */
export function ArtworkRow({
  artworks,
  lang,
  label,
}: {
  artworks: ArtworkCardFragment[]
  lang: string
  label: string
}) {
  return (
    <Carousel label={label}>
      {artworks.map(cardOf).map((card) => (
        <ArtworkCard
          key={card.id}
          card={card}
          lang={lang}
          sizes={sizesInRow(ratioOf(card.picture))}
          level={3}
        />
      ))}
    </Carousel>
  )
}
