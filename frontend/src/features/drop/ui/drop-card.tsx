import type { DropCardFragment } from '@/gen/graphql'
import { count } from '@/lib/words'
import { Link } from '@/ui/link'
import { Picture } from '@/ui/picture'
import { spanOf } from '../model'
import styles from './drop-card.module.css'

export function DropCard({
  drop,
  lang,
  first,
  level = 2,
}: {
  drop: DropCardFragment
  lang: string
  first?: boolean
  level?: 2 | 3
}) {
  const Heading = `h${level}` as const
  return (
    <article className={styles.card}>
      {drop.cover && (
        <div className={styles.cover}>
          <Picture media={drop.cover} alt="" sizes="(width >= 900px) 40vw, 88.5vw" first={first} />
        </div>
      )}
      <div className={styles.text}>
        <p className={`${styles.span} figures`}>{spanOf(drop)}</p>
        <Heading>
          <Link href={`/${lang}/drops/${drop.slug}/`}>{drop.title}</Link>
        </Heading>
        {drop.summary && <p className={styles.summary}>{drop.summary}</p>}
        <p className={styles.span}>
          {[count(drop.artworkCount, 'work'), drop.curator && `curated by ${drop.curator.name}`]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
    </article>
  )
}
