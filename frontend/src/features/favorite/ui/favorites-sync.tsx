'use client'

import { useEffect } from 'react'
import { useSession } from '@/lib/session/use-session'
import { forgetAtEnd, merge } from '../sync'

/** Keeps favorites and the account that is logged in together. */
export function FavoritesSync() {
  const { user } = useSession()
  const account = user?.sub
  useEffect(() => forgetAtEnd(), [])
  useEffect(() => {
    // What fails is tried again on the next page.
    if (account) merge(account).catch(() => undefined)
  }, [account])
  return null
}
