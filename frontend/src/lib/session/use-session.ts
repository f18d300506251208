'use client'

import { useEffect, useMemo, useState } from 'react'
import { userOf } from './claims'
import { keepSession } from './keeper'
import { isLoggedIn, useAuth } from './store'

export interface Session {
  /** unknown: storage has not been read yet, or the access token is being replaced. */
  status: 'unknown' | 'anonymous' | 'member'
  user: ReturnType<typeof userOf>
}

/** The current session. Keeps it alive while the page is open. */
export function useSession(): Session {
  const accessToken = useAuth((state) => state.accessToken)
  const refreshes = useAuth((state) => state.refreshToken !== null)
  const loggedIn = useAuth(isLoggedIn)
  // Zero until storage was read.
  const ready = useAuth((state) => state.now > 0)
  useEffect(() => keepSession(), [])

  return useMemo(() => {
    if (ready && loggedIn) return { status: 'member', user: userOf({ accessToken }) }
    // With a refresh token, a missing or expired access token is replaced in a moment, so don't ask for a login.
    return { status: ready && !refreshes ? 'anonymous' : 'unknown', user: null }
  }, [ready, loggedIn, refreshes, accessToken])
}

/**
 * Like useSession, but keeps the last known session while the access token is being replaced, so that a page with forms and
 * dialogs isn't unmounted every time a token expires.
 */
export function useLastingSession(): Session {
  const session = useSession()
  const [last, setLast] = useState(session)
  if (session.status !== 'unknown' && session !== last) setLast(session)
  return session.status === 'unknown' ? last : session
}
