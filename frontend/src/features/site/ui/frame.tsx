'use client'

import { useEffect } from 'react'
import * as t from '@/messages/site'
import { visuallyHidden } from '@/ui/visually-hidden'
import { type PageSettings, setPage, useSite } from '../store'
import styles from './frame.module.css'

/** A thin line while a page takes longer than a second. */
export function Progress() {
  const delayed = useSite((state) => state.delayed)
  if (!delayed) return null
  return (
    <div className={styles.progress}>
      <progress aria-label={t.loadingThePage} className={visuallyHidden} />
    </div>
  )
}

/** Shows that the connection is lost, and what still works. */
export function Offline() {
  const online = useSite((state) => state.online)
  return <div aria-live="polite">{!online && <p className={styles.offline}>{t.offline}</p>}</div>
}

/** A page's settings for the frame around it, until the next navigation. */
export function PageFrame(settings: Partial<PageSettings>) {
  const { stickyHeader } = settings
  useEffect(() => {
    if (stickyHeader !== undefined) setPage({ stickyHeader })
  }, [stickyHeader])
  return null
}
