'use client'

import { useCallback, useEffect, useState } from 'react'
import { onSession } from '@/lib/session/events'
import { useSession } from '@/lib/session/use-session'
import { nothing, useReminders } from './store'

onSession('ended', () => useReminders.setState(nothing))

/** Loads the reminders of the account that is logged in, and clears them at the end of its session. */
export function useAccountReminders() {
  const { user } = useSession()
  const account = user?.sub
  const [failed, setFailed] = useState(false)
  const look = useCallback(() => {
    if (!account) return
    import('./calls')
      .then(({ load }) => load(account))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      )
  }, [account])
  useEffect(look, [look])
  return { account, failed, retry: look }
}
