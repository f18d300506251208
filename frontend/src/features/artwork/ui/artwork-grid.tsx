import type { ArtworkCardFragment } from '@/gen/graphql'
import { ArtworkCard } from './artwork-card'
import styles from './artwork-grid.module.css'

const sizes = '(width >= 1024px) 29vw, (width >= 768px) 43vw, 90vw'

interface ArtworkGridProps {
  artworks: ArtworkCardFragment[]
  lang: string
  level?: 2 | 3
  /** How many load at once: those that stand in the first window. */
  eager?: number
  showArtist?: boolean
}

export function ArtworkGrid({ artworks, lang, level, eager = 0, showArtist }: ArtworkGridProps) {
  return (
    <div className={styles.grid}>
      {artworks.map((artwork, i) => (
        <ArtworkCard
          key={artwork.id}
          artwork={artwork}
          lang={lang}
          sizes={sizes}
          first={i < eager}
          level={level}
          showArtist={showArtist}
        />
      ))}
    </div>
  )
}
