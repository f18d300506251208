import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardOf } from '../card'
import { ArtworkCard } from './artwork-card'
import { Carousel } from './carousel'

/** Works in one row that scrolls. */
export function ArtworkRow({
  artworks,
  lang,
  label,
  remembered,
}: {
  artworks: ArtworkCardFragment[]
  lang: string
  label: string
  /** Returns to where the visitor left it. Only one row of a page does. */
  remembered?: boolean
}) {
  return (
    <Carousel label={label} remembered={remembered}>
      {artworks.map((artwork) => (
        <ArtworkCard
          key={artwork.id}
          card={cardOf(artwork)}
          lang={lang}
          sizes="(width >= 1920px) 24rem, (width >= 1600px) 20.5vw, (width >= 1024px) 27.5vw, (width >= 600px) 43vw, 74.5vw"
          level={3}
        />
      ))}
    </Carousel>
  )
}
