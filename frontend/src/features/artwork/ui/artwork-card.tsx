import { type CSSProperties, ViewTransition } from 'react'
import { Link } from '@/ui/link'
import { ShownPicture } from '@/ui/picture'
import shared from '@/ui/picture-card.module.css'
import type { Card } from '../card'
import styles from './artwork-card.module.css'
import { LateHoverVideo } from './late-hover-video'

interface ArtworkCardProps {
  card: Card
  lang: string
  sizes: string
  first?: boolean
  /** The level of its heading. */
  level?: 2 | 3
  showArtist?: boolean
}

/** A work with its wall label. The heading's link covers the whole article except for the heart, which loads after the page. */
export function ArtworkCard({ card, lang, sizes, first, level = 2, showArtist = true }: ArtworkCardProps) {
  const Heading = `h${level}` as const
  const { width = 1, height = 1 } = card.picture
  return (
    <article className={shared.card} style={{ '--ratio': width / height } as CSSProperties}>
      <div className={shared.hang}>
        <ViewTransition name={`artwork-${card.id}`}>
          <div className={`${shared.picture} ${styles.picture}`}>
            <ShownPicture picture={card.picture} sizes={sizes} first={first} />
            {card.film && <LateHoverVideo src={card.film} className={styles.video} />}
          </div>
        </ViewTransition>
      </div>
      <div className={`${shared.label} ${styles.label}`}>
        {showArtist && (
          <p>
            <bdi lang={card.artistLanguage}>{card.artist}</bdi>
          </p>
        )}
        <Heading className={shared.title}>
          <Link href={`/${lang}/artworks/${card.slug}/`}>
            <bdi lang={card.language}>{card.title}</bdi>
          </Link>
          {card.date && <span>, {card.date}</span>}
        </Heading>
        <p className={`${styles.offer} figures`}>
          {card.edition}
          <span aria-hidden="true" className={styles.gap} />
          <span className={styles.price}>
            <span>{card.offer}</span>
            {card.price && (
              <span
                data-price={card.price.amount}
                data-currency={card.price.currency}
                data-chain={card.price.chainId}
                data-availability={card.price.availability}
                data-size={card.price.size}
                data-drop={card.price.drop}
                data-work={card.id}
              />
            )}
          </span>
        </p>
      </div>
      <span className={styles.heart} data-heart={card.id} data-title={card.title} />
    </article>
  )
}
