'use client'

import { lazy, Suspense } from 'react'
import styles from './remind-me.module.css'
import type { ReminderProps } from './reminder-toggle'

const ReminderToggle = lazy(() =>
  import('./reminder-toggle').then((module) => ({ default: module.ReminderToggle })),
)

/** Offers one email when a drop opens, or when an edition of an artwork becomes available. It loads after the page. */
export function RemindMe(props: ReminderProps) {
  return (
    <Suspense fallback={<div className={styles.remind} />}>
      <ReminderToggle {...props} />
    </Suspense>
  )
}
