'use client'

import { useEffect } from 'react'
import { useSession } from '@/lib/session/use-session'
import { forgetAtEnd, merge } from '../sync'

/** Synchronizes favorites with the account that is logged in. */
export function FavoritesSync() {
  const { user } = useSession()
  const account = user?.sub
  useEffect(() => forgetAtEnd(), [])
  useEffect(() => {
    // If it fails, the next page tries again.
    if (account) merge(account).catch(() => undefined)
  }, [account])
  return null
}
