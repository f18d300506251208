'use client'

import { useEffect } from 'react'
import { notify, withdraw } from '@/features/notifications/store'
import { useAuth } from '@/lib/session/store'

/** Says when the server ended the session, and while it can't be refreshed. */
export function SessionNotices() {
  const failures = useAuth((state) => state.failures)
  const refused = useAuth((state) => state.refused)
  useEffect(() => {
    if (failures === 0) withdraw('connection')
    else
      notify({
        key: 'connection',
        message: "We can't reach the gallery right now. Retrying…",
        kind: 'alarm',
        persist: true,
      })
  }, [failures])
  useEffect(() => {
    if (!refused) return
    notify({
      key: 'session',
      message: 'Your session has ended. Please log in again.',
      kind: 'alarm',
      persist: true,
    })
  }, [refused])
  return null
}
