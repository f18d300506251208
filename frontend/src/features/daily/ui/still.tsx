import * as t from '@/messages/home'
import styles from './daily.module.css'

interface DailyStillProps {
  date: string
  spoken: string
  className?: string
}

/** The work of the day as a picture with its caption. It isn't loaded while it is hidden. */
export function DailyStill({ date, spoken, className }: DailyStillProps) {
  return (
    <figure className={`${styles.figure} ${className ?? ''}`}>
      <img
        src={`/work-of-the-day/${date}-tall.svg`}
        width={900}
        height={1350}
        loading="lazy"
        alt={t.dailyAlt(spoken)}
      />
      <figcaption>
        {t.workOfTheDayOf} <time dateTime={date}>{spoken}</time>
      </figcaption>
    </figure>
  )
}
