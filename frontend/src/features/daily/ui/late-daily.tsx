'use client'

import { useEffect, useState } from 'react'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/home'
import { Link } from '@/ui/link'
import styles from './late-daily.module.css'

/** Milliseconds for which the frame stays empty. */
const pause = 1500

/** The work of the day, which comes into an empty frame after a moment, with its label. The page around it can be cached: the browser knows the day. */
export function LateDaily({ home }: { home: string }) {
  const [date, setDate] = useState('')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDate(new Date().toISOString().slice(0, 10)), pause)
    return () => clearTimeout(timer)
  }, [])
  if (!date) return null
  const spoken = formatDate(date)
  return (
    <Link href={home} className={styles.daily} data-shown={shown || undefined}>
      <img
        src={`/work-of-the-day/${date}-tall.svg`}
        width={900}
        height={1350}
        alt={t.dailyAlt(spoken)}
        onLoad={() => setShown(true)}
      />
      <span className={styles.label}>
        {t.workOfTheDayOf} <time dateTime={date}>{spoken}</time>
      </span>
    </Link>
  )
}
