import { FavoriteButton } from '@/features/favorite/ui/favorite-button'
import type { PictureFragment } from '@/gen/graphql'
import { renderMarkdown } from '@/lib/markdown'
import { OutLink } from '@/ui/link'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'
import styles from './person.module.css'

interface PersonProps {
  kind: 'artist' | 'curator'
  person: { id: string; name: string; bio: string | null; portrait: PictureFragment | null }
  /** The lines above and below the name. */
  above?: string
  below?: string
  website?: string | null
}

/** The head of the page of an artist or a curator. */
export function Person({ kind, person, above, below, website }: PersonProps) {
  const { id, name, bio, portrait } = person
  return (
    <div className={styles.person}>
      <header className={frame.head}>
        {above && <p className={frame.kicker}>{above}</p>}
        <h1>
          <Name>{name}</Name>
        </h1>
        {below && <p className={`${frame.kicker} figures`}>{below}</p>}
        <FavoriteButton kind={kind} id={id} name={name} />
      </header>
      {(bio || website) && (
        <div className={styles.text}>
          {bio && <Prose html={renderMarkdown(bio)} />}
          {website && (
            <p className={styles.website}>
              <OutLink href={website}>{website.replace(/^https?:\/\/|\/$/g, '')}</OutLink>
            </p>
          )}
        </div>
      )}
      {portrait && (
        <div className={styles.portrait}>
          <Picture media={portrait} sizes="(width >= 900px) 26rem, 88.5vw" first />
        </div>
      )}
    </div>
  )
}
