import type { CSSProperties, ReactNode } from 'react'
import { painted } from '@/lib/painted'
import * as t from '@/messages/home'
import wall from '@/ui/painted.module.css'
import { coloursOf } from '../model'
import styles from './daily.module.css'
import { Growing } from './growing'

/** A still picture first, the largest element of the page; the animation starts once the page is idle. */
export function DailyWork({ date, spoken, children }: { date: string; spoken: string; children: ReactNode }) {
  const wide = `/work-of-the-day/${date}-wide.svg`
  const tall = `/work-of-the-day/${date}-tall.svg`
  return (
    <section
      className={`${styles.daily} ${wall.painted}`}
      style={painted(...coloursOf(date)) as CSSProperties}
      aria-label={t.workOfTheDay}
    >
      <div className={styles.wall}>
        <picture>
          <source media="(orientation: portrait)" srcSet={tall} width={900} height={1350} />
          <img
            src={wide}
            width={1600}
            height={900}
            fetchPriority="high"
            alt={t.dailyAlt(spoken)}
            className={styles.still}
          />
        </picture>
        <Growing />
      </div>
      <div className={styles.label}>{children}</div>
    </section>
  )
}
