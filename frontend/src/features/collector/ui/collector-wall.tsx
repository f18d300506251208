import type { CSSProperties, ReactNode } from 'react'
import * as t from '@/messages/collector'
import { Link } from '@/ui/link'
import { Name, words } from '@/ui/name'
import shared from '@/ui/picture-card.module.css'
import styles from './collector-wall.module.css'

interface WallWork {
  key: string
  href: string
  title: string
  artist: string
  /** Empty if unknown. */
  date: string
  edition: number
  editionSize: number
  /** The collector's text about it, empty without one. */
  text: string
  picture: ReactNode
  /** Opens the film of the edition. */
  film?: ReactNode
  ratio: number
}

/** The works of a collector, each uncropped and with its label. */
export function CollectorWall({ works }: { works: WallWork[] }) {
  if (works.length === 0) return <p>{t.noWorks}</p>
  return (
    <ul role="list" className={styles.grid}>
      {works.map(({ key, href, title, artist, date, edition, editionSize, text, picture, film, ratio }) => (
        <li key={key} className={styles.item}>
          <article className={shared.card} style={{ '--ratio': ratio } as CSSProperties}>
            <div className={shared.hang}>
              <div className={shared.picture}>{picture}</div>
            </div>
            <div className={shared.label}>
              <p>
                <Name>{artist}</Name>
              </p>
              <h2 className={shared.title}>
                <Link href={href}>
                  <Name>{title}</Name>
                </Link>
                {date && <span>, {date}</span>}
              </h2>
              <p className={`${styles.edition} figures`}>{t.editionOf(edition, editionSize)}</p>
              {text && (
                <p {...words(text)} className={styles.text}>
                  {text}
                </p>
              )}
              {film && <div className={styles.film}>{film}</div>}
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
