import type { ReactNode } from 'react'
import type { ArtworkWholeFragment } from '@/gen/graphql'
import { dateOf } from '@/lib/year'
import { isolate } from '@/messages/direction'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import styles from './page.module.css'

interface LabelProps {
  lang: string
  artwork: ArtworkWholeFragment
  /** What follows the wall label: the offer. */
  children: ReactNode
}

/** The wall label beside a work: artist, title, date and medium. */
export function Label({ lang, artwork, children }: LabelProps) {
  const { artist, title, medium } = artwork
  return (
    <header className={styles.label}>
      <div className={styles.stay}>
        <p>
          <Link href={`/${lang}/artists/${artist.slug}/`}>
            <Name>{artist.name}</Name>
          </Link>
        </p>
        <h1 className={styles.title}>
          <Name>{title}</Name>
        </h1>
        <p className={`${styles.medium} figures`}>
          {[dateOf(artwork), medium && isolate(medium)].filter(Boolean).join(', ')}
        </p>
        {children}
      </div>
    </header>
  )
}
