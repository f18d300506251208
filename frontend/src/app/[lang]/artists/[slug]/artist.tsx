import type { ReactNode } from 'react'
import { lifespanOf } from '@/features/artist/model'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { FavoriteButton } from '@/features/favorite/ui/favorite-button'
import type { ArtistQuery } from '@/gen/graphql'
import { renderMarkdown } from '@/lib/markdown'
import { count } from '@/lib/words'
import { OutLink } from '@/ui/link'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'
import styles from './artist.module.css'

type Artist = NonNullable<ArtistQuery['artist']>

interface ArtistViewProps {
  lang: string
  artist: Omit<Artist, 'artworks' | 'slug'>
  /** The works on this page. */
  artworks: Artist['artworks']['items']
  /** How many works the artist has on the site. */
  artworkCount: number
  /** What follows the works: links to more of them. */
  pages?: ReactNode
}

/** An artist as visitors see them: their page, and its preview for staff. */
export function ArtistView({ lang, artist, artworks, artworkCount, pages }: ArtistViewProps) {
  return (
    <>
      <header className={frame.head}>
        <h1>{artist.name}</h1>
        <p className={`${frame.kicker} figures`}>{lifespanOf(artist)}</p>
        <FavoriteButton kind="artist" id={artist.id} name={artist.name} />
      </header>
      <div className={frame.two}>
        <div>
          {artist.bio && <Prose html={renderMarkdown(artist.bio)} />}
          {artist.website && (
            <p className={styles.website}>
              <OutLink href={artist.website}>{artist.website.replace(/^https?:\/\/|\/$/g, '')}</OutLink>
            </p>
          )}
        </div>
        {artist.portrait && (
          <div className={frame.aside}>
            <Picture media={artist.portrait} sizes="(width >= 900px) 26rem, 88.5vw" first />
          </div>
        )}
      </div>
      <section className={frame.section} aria-labelledby="works">
        <h2 id="works" className="figures">
          {count(artworkCount, 'work')}
        </h2>
        <ArtworkGrid artworks={artworks} lang={lang} level={3} showArtist={false} />
        {pages}
      </section>
    </>
  )
}
