'use client'

import { useEffect } from 'react'
import hang from '@/ui/hang.module.css'
import type { HungCard } from '../card'
import { rememberNeighbours } from '../neighbours'
import { ArtworkCard } from './artwork-card'

interface HungCardsProps {
  cards: HungCard[]
  lang: string
  level?: 2 | 3
  leads?: boolean
  showArtist?: boolean
  neighbours?: boolean
}

/** The cards of a wall, rendered in the browser from their data, so that their markup isn't sent twice. */
export function HungCards({ cards, lang, level, leads, showArtist, neighbours }: HungCardsProps) {
  useEffect(() => {
    if (neighbours) rememberNeighbours(cards.map(({ slug }) => slug))
  }, [cards, neighbours])
  return (
    <div className={hang.wall}>
      <div className={hang.hang}>
        {cards.map((card, i) => (
          <ArtworkCard
            key={card.id}
            card={card}
            lang={lang}
            sizes={card.sizes}
            first={leads && i === 0}
            level={level}
            showArtist={showArtist}
          />
        ))}
      </div>
    </div>
  )
}
