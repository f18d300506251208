import { type CSSProperties, ViewTransition } from 'react'
import * as t from '@/messages/picture'
import { Link } from '@/ui/link'
import { ShownPicture } from '@/ui/picture'
import shared from '@/ui/picture-card.module.css'
import type { Card, HungCard } from '../card'
import styles from './artwork-card.module.css'
import { LateHoverVideo } from './late-hover-video'

interface ArtworkCardProps {
  /** Placed on a wall, or one of a row. */
  card: Card & Partial<Pick<HungCard, 'place' | 'alone' | 'frieze'>>
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
  const href = `/${lang}/artworks/${card.slug}/`
  const picture = (
    <div className={styles.picture}>
      <ShownPicture picture={card.picture} sizes={sizes} first={first} />
      {card.film && <LateHoverVideo src={card.film} className={styles.video} />}
    </div>
  )
  return (
    <article
      className={styles.card}
      data-alone={card.alone}
      style={{ '--ratio': width / height, ...card.place } as CSSProperties}
    >
      <ViewTransition name={`artwork-${card.id}`}>
        {card.frieze ? (
          <section
            aria-label={t.walkAlong(card.title)}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be focused only where it scrolls
            tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
            className={styles.frieze}
          >
            <Link href={href} tabIndex={-1} aria-hidden="true">
              {picture}
            </Link>
          </section>
        ) : (
          picture
        )}
      </ViewTransition>
      <div className={`${shared.label} ${styles.label}`}>
        {showArtist && (
          <p>
            <bdi lang={card.artistLanguage}>{card.artist}</bdi>
          </p>
        )}
        <Heading className={shared.title}>
          <Link href={href}>
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
