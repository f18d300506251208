import type { ArtworkCardFragment } from '@/gen/graphql'
import { ArtworkCard } from './artwork-card'
import styles from './artwork-grid.module.css'

// As the columns are, to the pixel: a phone of 412 px and 1.75 dots takes the 640 px rendition.
const sizes = '(width >= 1920px) 33.4rem, (width >= 1024px) 27.5vw, (width >= 600px) 43vw, 88.5vw'

interface ArtworkGridProps {
  artworks: ArtworkCardFragment[]
  lang: string
  level?: 2 | 3
  /** Whether the first work is what the page shows first. */
  leads?: boolean
  showArtist?: boolean
}

export function ArtworkGrid({ artworks, lang, level, leads = false, showArtist }: ArtworkGridProps) {
  return (
    <div className={styles.grid}>
      {artworks.map((artwork, i) => (
        <ArtworkCard
          key={artwork.id}
          artwork={artwork}
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
