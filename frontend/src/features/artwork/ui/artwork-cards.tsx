'use client'

import { useEffect } from 'react'
import type { Card } from '../card'
import { rememberNeighbours } from '../neighbours'
import { ArtworkCard } from './artwork-card'
import styles from './artwork-grid.module.css'

interface ArtworkCardsProps {
  cards: Card[]
  lang: string
  level?: 2 | 3
  leads?: boolean
  showArtist?: boolean
  neighbours?: boolean
  few?: boolean
  /** The width of a picture in the columns. */
  sizes: string
}

/** The cards of a grid, rendered in the browser from their data, so that their markup isn't sent twice. */
export function ArtworkCards({
  cards,
  lang,
  level,
  leads,
  showArtist,
  neighbours,
  few,
  sizes,
}: ArtworkCardsProps) {
  useEffect(() => {
    if (neighbours) rememberNeighbours(cards.map(({ slug }) => slug))
  }, [cards, neighbours])
  return (
    <div className={styles.grid} data-few={few || undefined}>
      {cards.map((card, i) => (
        <ArtworkCard
          key={card.id}
          card={card}
          lang={lang}
          sizes={sizes}
          first={leads && i === 0}
          level={level}
          showArtist={showArtist}
        />
      ))}
    </div>
  )
}
