import type { ArtworkCardFragment } from '@/gen/graphql'
import { cardOf } from '../card'
import { sizesOfFew } from '../sizes'
import { ArtworkCard } from './artwork-card'
import styles from './artwork-grid.module.css'

interface ArtworkShelfProps {
  artworks: ArtworkCardFragment[]
  lang: string
  showArtist?: boolean
}

/** A few works below another one. Rendered on the server, so a page that shows no other grid loads no code for it. */
export function ArtworkShelf({ artworks, lang, showArtist }: ArtworkShelfProps) {
  return (
    <div className={styles.grid} data-few>
      {artworks.map((artwork) => (
        <ArtworkCard
          key={artwork.id}
          card={cardOf(artwork)}
          lang={lang}
          sizes={sizesOfFew}
          level={3}
          showArtist={showArtist}
        />
      ))}
    </div>
  )
}
