'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { clearNotifications, dismiss, useNotifications } from '../store'
import styles from './notifications.module.css'

/** What has just happened elsewhere on the page. The first is shown; the next follows when it is dismissed. */
export function Notifications() {
  const first = useNotifications((state) => state.notifications[0])
  const pathname = usePathname()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    clearNotifications()
  }, [pathname])
  return (
    <div className={styles.stack} aria-live="polite">
      {first && (
        <div
          className={[styles.notice, first.kind !== 'plain' && styles[first.kind]].filter(Boolean).join(' ')}
        >
          <p>{first.message}</p>
          <Button kind="text" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
    </div>
  )
}
