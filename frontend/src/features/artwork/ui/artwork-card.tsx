import { type CSSProperties, ViewTransition } from 'react'
import type { ArtworkCardFragment } from '@/gen/graphql'
import { Link } from '@/ui/link'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { editionLabel, offerLabel } from '../model'
import styles from './artwork-card.module.css'
import { HoverVideo } from './hover-video'

interface ArtworkCardProps {
  artwork: ArtworkCardFragment
  lang: string
  sizes: string
  first?: boolean
  /** The level of its heading. */
  level?: 2 | 3
  showArtist?: boolean
}

/** A work with its wall label. The heading's link covers the whole article. */
export function ArtworkCard({ artwork, lang, sizes, first, level = 2, showArtist = true }: ArtworkCardProps) {
  const [face] = artwork.media
  const Heading = `h${level}` as const
  return (
    <article className={styles.card} style={{ '--ratio': ratioOf(face) } as CSSProperties}>
      <div className={styles.hang}>
        <ViewTransition name={`artwork-${artwork.id}`}>
          <div className={styles.picture}>
            <Picture media={face} sizes={sizes} first={first} />
            {face?.kind === 'VIDEO' && face.url && <HoverVideo src={face.url} className={styles.video} />}
          </div>
        </ViewTransition>
      </div>
      <div className={styles.label}>
        {showArtist && <p>{artwork.artist.name}</p>}
        <Heading className={styles.title}>
          <Link href={`/${lang}/artworks/${artwork.slug}/`}>{artwork.title}</Link>
          {artwork.year !== null && <span className={styles.year}>, {artwork.year}</span>}
        </Heading>
        <p className={`${styles.offer} figures`}>
          {editionLabel(artwork.editionSize)}
          <span aria-hidden="true" className={styles.gap} />
          <span className={styles.price}>{offerLabel(artwork)}</span>
        </p>
      </div>
    </article>
  )
}
