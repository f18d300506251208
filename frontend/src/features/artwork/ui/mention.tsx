import type { ArtworkCardFragment } from '@/gen/graphql'
import { Link } from '@/ui/link'

interface MentionProps {
  id?: string
  /** What the work is here, such as "Recently viewed". */
  label: string
  work: Pick<ArtworkCardFragment, 'slug' | 'title' | 'artist'>
  lang: string
  showArtist?: boolean
  className?: string
}

/** A work as a line of text, where a shelf would have only one card. */
export function Mention({ id, label, work, lang, showArtist = true, className }: MentionProps) {
  return (
    <p id={id} className={className}>
      {label}:{' '}
      <Link href={`/${lang}/artworks/${work.slug}/`}>
        <em>
          <bdi>{work.title}</bdi>
        </em>
      </Link>
      {showArtist && (
        <>
          , <bdi>{work.artist.name}</bdi>
        </>
      )}
    </p>
  )
}
