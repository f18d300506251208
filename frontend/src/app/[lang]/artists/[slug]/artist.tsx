import type { ReactNode } from 'react'
import { lifespanOf } from '@/features/artist/model'
import { Hang } from '@/features/artwork/ui/hang'
import type { ArtistQuery } from '@/gen/graphql'
import { count } from '@/lib/words'
import { frame } from '@/ui/page'
import { Person } from '../../person'

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
      <Person kind="artist" person={artist} below={lifespanOf(artist)} website={artist.website} />
      <section className={frame.section} aria-labelledby="works">
        <h2 id="works" className="figures">
          {count(artworkCount, 'work')}
        </h2>
        <Hang artworks={artworks} lang={lang} level={3} showArtist={false} />
        {pages}
      </section>
    </>
  )
}
