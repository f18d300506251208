import type { CSSProperties } from 'react'
import type { DropCardFragment } from '@/gen/graphql'
import { painted } from '@/lib/painted'
import { count } from '@/lib/words'
import * as t from '@/messages/drop'
import { Link } from '@/ui/link'
import { Name, words } from '@/ui/name'
import wall from '@/ui/painted.module.css'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { spanOf } from '../model'
import styles from './drop-card.module.css'

/** A poster of a drop on its own wall, or a line for one of several suggestions. */
export function DropCard({
  drop,
  lang,
  first,
  level = 2,
  small = false,
  showCurator = true,
}: {
  drop: DropCardFragment
  lang: string
  first?: boolean
  level?: 2 | 3
  small?: boolean
  showCurator?: boolean
}) {
  const Heading = `h${level}` as const
  return (
    <article
      className={small ? styles.line : `${styles.poster} ${wall.painted}`}
      style={small ? undefined : (painted(drop.cover?.accent, drop.cover?.color) as CSSProperties)}
    >
      {drop.cover && (
        <div className={styles.cover} style={{ '--ratio': ratioOf(drop.cover) } as CSSProperties}>
          <Picture
            media={drop.cover}
            alt=""
            sizes={small ? '16rem' : '(width >= 1600px) 20vw, (width >= 768px) 40vw, 80vw'}
            first={first}
          />
        </div>
      )}
      <div className={styles.text}>
        <p className={`${styles.span} figures`}>
          <span className={styles.state} data-status={drop.status.toLowerCase()}>
            {spanOf(drop)}
          </span>
        </p>
        <Heading>
          <Link href={`/${lang}/drops/${drop.slug}/`}>
            <Name>{drop.title}</Name>
          </Link>
        </Heading>
        {drop.summary && (
          <p {...words(drop.summary)} className={styles.summary}>
            {drop.summary}
          </p>
        )}
        <p className={styles.span}>
          {[
            count(drop.artworkCount, 'work'),
            showCurator && drop.curator && t.curatedByName(drop.curator.name),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
    </article>
  )
}
