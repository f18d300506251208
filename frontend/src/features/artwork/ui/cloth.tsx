'use client'

import { type CSSProperties, lazy, Suspense, useMemo, useState } from 'react'
import * as t from '@/messages/cloth'
import { Link } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type Counted, clothOf } from '../cloth'
import { useWatching } from '../use-watching'
import styles from './cloth.module.css'

// Without it the cloth shows what the server sent.
const Watch = lazy(() =>
  import('./cloth-watch').then(
    ({ ClothWatch }) => ({ default: ClothWatch }),
    () => ({ default: () => null }),
  ),
)

/** The maximum number of works that are read again while the page is open: one page of the data API. */
const mostWatched = 27

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export interface ClothWork extends Counted {
  slug: string
  title: string
  /** Its ink, `#rrggbb`. */
  color?: string | null
}

/** All editions of some works as one cloth, with a cell for each. A cell inks in when its edition is sold. */
export function Cloth({ works, lang }: { works: ClothWork[]; lang: string }) {
  const [now, setNow] = useState<Omit<Counted, 'editionSize'>[]>([])
  const watching = useWatching()
  const ids = useMemo(() => works.slice(0, mostWatched).map(({ id }) => id), [works])
  const counted = works.map((work) => ({ ...work, ...now.find(({ id }) => id === work.id) }))
  const pieces = clothOf(counted)
  return (
    <>
      <p className={`${styles.count} figures`}>
        {t.collectedOf(
          sum(counted.map(({ editionsSold }) => editionsSold)),
          sum(counted.map(({ editionSize }) => editionSize)),
        )}
      </p>
      <ul role="list" className={styles.cloth}>
        {counted.map(({ id, slug, title, color, editionsSold, editionSize }, i) => {
          const { sold, held, free } = pieces[i]!
          return (
            <li key={id} style={{ '--dye': color ?? undefined } as CSSProperties}>
              <Link href={`/${lang}/artworks/${slug}/`} title={t.pieceOf(title, editionsSold, editionSize)}>
                <VisuallyHidden>{t.pieceOf(title, editionsSold, editionSize)}</VisuallyHidden>
                {Array.from({ length: sold + held + free }, (_, cell) => (
                  <i
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                    key={cell}
                    data-ink={cell < sold ? 'sold' : cell < sold + held ? 'held' : undefined}
                  />
                ))}
              </Link>
            </li>
          )
        })}
      </ul>
      {watching && (
        <Suspense fallback={null}>
          <Watch ids={ids} onChange={setNow} />
        </Suspense>
      )}
    </>
  )
}
