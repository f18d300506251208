'use client'

import { useEffect, useMemo, useState } from 'react'
import { onSession } from './events'
import { refresh } from './session'
import { type AuthTokens, isExpired, useAuth, userOf } from './store'

export interface Session {
  /** unknown: storage is not read yet, or an old token is being replaced. */
  status: 'unknown' | 'anonymous' | 'member'
  user: ReturnType<typeof userOf>
}

/** The longest wait that setTimeout takes. */
const longest = 2 ** 31 - 1

/** Who is here. Keeps the access token fresh while the page is open. */
export function useSession(): Session {
  const accessToken = useAuth((state) => state.accessToken)
  const refreshToken = useAuth((state) => state.refreshToken)
  const end = useAuth((state) => state.accessTokenExpirationTimestamp)
  const [ready, setReady] = useState(false)
  const [now, setNow] = useState(0)

  useEffect(() => {
    // The layout follows storage for all pages; this only makes sure that it was read once.
    Promise.resolve(useAuth.persist.rehydrate()).then(() => {
      setNow(Date.now())
      setReady(true)
    })
    return onSession('ended', () => setNow(Date.now()))
  }, [])

  useEffect(() => {
    if (!ready || !accessToken || end === null) return
    let timer: ReturnType<typeof setTimeout>
    const attempt = () => {
      setNow(Date.now())
      refresh(accessToken).then(
        () => setNow(Date.now()),
        () => {
          // Still here means that the server could not be reached: look again.
          timer = setTimeout(attempt, 10_000)
        },
      )
    }
    timer = setTimeout(attempt, Math.min(Math.max(0, end - Date.now()), longest))
    return () => clearTimeout(timer)
  }, [ready, accessToken, end])

  return useMemo(() => {
    const tokens: AuthTokens = { accessToken, refreshToken, accessTokenExpirationTimestamp: end }
    if (!ready) return { status: 'unknown', user: null }
    if (!accessToken) return { status: 'anonymous', user: null }
    // With a refresh token an old access token is a matter of a moment, not of a new login.
    if (isExpired(tokens, now) && refreshToken) return { status: 'member', user: userOf(tokens) }
    return isExpired(tokens, now)
      ? { status: 'anonymous', user: null }
      : { status: 'member', user: userOf(tokens) }
  }, [ready, accessToken, refreshToken, end, now])
}
