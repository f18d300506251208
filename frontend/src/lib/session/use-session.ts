'use client'

import { useEffect, useMemo, useState } from 'react'
import { keepSession } from './keeper'
import { isLoggedIn, useAuth, userOf } from './store'

export interface Session {
  /** unknown: storage is not read yet, or the access token is being replaced. */
  status: 'unknown' | 'anonymous' | 'member'
  user: ReturnType<typeof userOf>
}

/** Who is logged in. Keeps the session while the page is open. */
export function useSession(): Session {
  const accessToken = useAuth((state) => state.accessToken)
  const refreshes = useAuth((state) => state.refreshToken !== null)
  const loggedIn = useAuth(isLoggedIn)
  // Zero until storage was read.
  const ready = useAuth((state) => state.now > 0)
  useEffect(() => keepSession(), [])

  return useMemo(() => {
    if (ready && loggedIn) return { status: 'member', user: userOf({ accessToken }) }
    // With a refresh token a missing or expired access token is replaced in a moment: no reason to log in again.
    return { status: ready && !refreshes ? 'anonymous' : 'unknown', user: null }
  }, [ready, loggedIn, refreshes, accessToken])
}

/**
 * Like useSession, but keeps the last known session while the access token is being replaced, so that a page with forms and
 * dialogs isn't taken down every time a token expires.
 */
export function useLastingSession(): Session {
  const session = useSession()
  const [last, setLast] = useState(session)
  if (session.status !== 'unknown' && session !== last) setLast(session)
  return session.status === 'unknown' ? last : session
}
