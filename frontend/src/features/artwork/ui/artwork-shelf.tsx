import type { ArtworkCardFragment } from '@/gen/graphql'
import hang from '@/ui/hang.module.css'
import { cardsOf } from '../card'
import { ArtworkCard } from './artwork-card'

interface ArtworkShelfProps {
  artworks: ArtworkCardFragment[]
  lang: string
  showArtist?: boolean
}

/** A few works below another one. Rendered on the server, so a page that hangs no other works loads no code for it. */
export function ArtworkShelf({ artworks, lang, showArtist }: ArtworkShelfProps) {
  return (
    <div className={hang.wall}>
      <div className={hang.hang}>
        {cardsOf(artworks).map((card) => (
          <ArtworkCard
            key={card.id}
            card={card}
            lang={lang}
            sizes={card.sizes}
            level={3}
            showArtist={showArtist}
          />
        ))}
      </div>
    </div>
  )
}
