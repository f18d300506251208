'use client'

import { useEffect } from 'react'
import { notify, withdraw } from '@/features/notifications/store'
import { useAuth } from '@/lib/session/store'
import * as t from '@/messages/session'

/** Shows a message when the server ended the session, and while it can't be refreshed. */
export function SessionNotices() {
  const failures = useAuth((state) => state.failures)
  const refused = useAuth((state) => state.refused)
  useEffect(() => {
    if (failures === 0) withdraw('connection')
    else
      notify({
        key: 'connection',
        message: t.unreachable,
        kind: 'alarm',
        persist: true,
      })
  }, [failures])
  useEffect(() => {
    if (!refused) return
    notify({
      key: 'session',
      message: t.sessionEnded,
      kind: 'alarm',
      persist: true,
    })
  }, [refused])
  return null
}
