import { type CSSProperties, ViewTransition } from 'react'
import type { getArtworkSummary } from '@/features/artwork/data'
import { shownPrice } from '@/features/artwork/model'
import { PriceNow } from '@/features/artwork/ui/phased'
import { dateOf } from '@/lib/year'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import styles from './checkout.module.css'
import { Face } from './face'

type Artwork = NonNullable<Awaited<ReturnType<typeof getArtworkSummary>>>

const sizes = '(width >= 1024px) 55vw, 7rem'

/** The work, which stays visible. */
export function Work({ artwork }: { artwork: Artwork }) {
  const { id, slug, artist, title, editionSize, purchasePrice, media } = artwork
  const picture = <Picture media={media[0]} sizes={sizes} first />
  return (
    <figure className={styles.work} style={{ '--ratio': ratioOf(media[0]) } as CSSProperties}>
      {/* The plate of the artwork's page travels here. */}
      <ViewTransition name={`artwork-${id}`}>
        {media[0]?.generatorPath ? (
          <Face artwork={{ id, slug, title, editionSize, media: media.slice(0, 1) }} sizes={sizes}>
            {picture}
          </Face>
        ) : (
          picture
        )}
      </ViewTransition>
      <figcaption>
        <p>
          <Name>{artist.name}</Name>
        </p>
        <p>
          <em>
            <Name>{title}</Name>
          </em>
          {dateOf(artwork) && `, ${dateOf(artwork)}`}
        </p>
        {purchasePrice && (
          <p className={`${styles.quiet} figures`}>
            <PriceNow
              artworkId={artwork.id}
              drop={artwork.currentDropId}
              own={purchasePrice}
              price={shownPrice(artwork)}
            />
          </p>
        )}
      </figcaption>
    </figure>
  )
}
