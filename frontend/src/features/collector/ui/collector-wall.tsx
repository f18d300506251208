import type { ReactNode } from 'react'
import * as t from '@/messages/collector'
import { Empty } from '@/ui/empty'
import { Link } from '@/ui/link'
import { Name, words } from '@/ui/name'
import { museumLabel } from '@/ui/room'
import { Walls } from '@/ui/walls'
import walls from '@/ui/walls.module.css'
import styles from './collector-wall.module.css'
import { Hung } from './hung'

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
  /** A small picture for the map. */
  small: ReactNode
  /** The colour of its picture, if known. */
  color: string | null
  /** The colour that the collector chose for its wall; empty for one of the picture's. */
  wall: string
  /** Opens the film of the edition. */
  film?: ReactNode
  ratio: number
}

/** The works of a collector, each uncropped on a separate wall and with its label. */
export function CollectorWall({ works }: { works: WallWork[] }) {
  if (works.length === 0) {
    return (
      <Empty>
        <p>{t.noWorks}</p>
      </Empty>
    )
  }
  return (
    <Walls
      label={t.works}
      walls={works.map((work) => ({
        key: work.key,
        name: work.title,
        small: work.small,
        content: (
          <article className={walls.item}>
            <Hung
              ratio={work.ratio}
              color={work.color}
              wall={work.wall}
              picture={work.picture}
              className={walls.wall}
            >
              <div className={`${walls.label} ${museumLabel}`}>
                <p>
                  <Name>{work.artist}</Name>
                </p>
                <h2 className={walls.title}>
                  <Link href={work.href}>
                    <Name>{work.title}</Name>
                  </Link>
                  {work.date && <span>, {work.date}</span>}
                </h2>
                <p className={`${styles.edition} figures`}>{t.editionOf(work.edition, work.editionSize)}</p>
                {work.text && (
                  <p {...words(work.text)} className={styles.text}>
                    {work.text}
                  </p>
                )}
                {work.film}
              </div>
            </Hung>
          </article>
        ),
      }))}
    />
  )
}
