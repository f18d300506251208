'use client'

import * as t from '@/messages/session'
import { Button } from '@/ui/button'
import { dismiss, useNotifications } from '../store'
import styles from './notifications.module.css'

/** Messages about something that has just happened elsewhere on the page. The first is shown; the next follows when it is dismissed. */
export function Notifications() {
  const first = useNotifications((state) => state.notifications[0])
  return (
    <div className={styles.stack} aria-live="polite" data-private>
      {first && (
        <div
          className={[styles.notice, first.kind !== 'plain' && styles[first.kind]].filter(Boolean).join(' ')}
        >
          <p>{first.message}</p>
          <Button kind="text" onClick={dismiss}>
            {t.dismiss}
          </Button>
        </div>
      )}
    </div>
  )
}
