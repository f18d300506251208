'use client'

import { useEffect } from 'react'
import type { Card } from '../card'
import { rememberNeighbours } from '../neighbours'
import { ArtworkCard } from './artwork-card'
import styles from './artwork-grid.module.css'

// As the columns are, to the pixel: a phone of 412 px and 1.75 dots takes the 640 px rendition.
const sizes = '(width >= 1920px) 33.4rem, (width >= 1024px) 27.5vw, (width >= 600px) 43vw, 88.5vw'

interface ArtworkCardsProps {
  cards: Card[]
  lang: string
  level?: 2 | 3
  leads?: boolean
  showArtist?: boolean
  neighbours?: boolean
}

/** The cards of a grid, made in the browser from what they say: their markup is not sent a second time. */
export function ArtworkCards({ cards, lang, level, leads, showArtist, neighbours }: ArtworkCardsProps) {
  useEffect(() => {
    if (neighbours) rememberNeighbours(cards.map(({ slug }) => slug))
  }, [cards, neighbours])
  return (
    <div className={styles.grid}>
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
