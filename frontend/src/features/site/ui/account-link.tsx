'use client'

import { useEffect } from 'react'
import { useRestored } from '@/lib/restored'
import { isLoggedIn, useAuth } from '@/lib/session/store'
import * as t from '@/messages/site'
import { NavLink } from './nav-link'

/** `Log in`, or `Profile` for visitors who are logged in. It keeps their session alive on every page. */
export function AccountLink({ lang }: { lang: string }) {
  const loggedIn = useAuth(isLoggedIn)
  const hasSession = useAuth((state) => Boolean(state.accessToken || state.refreshToken))
  useRestored(useAuth)
  useEffect(() => {
    if (!hasSession) return
    let left = false
    let stop: (() => void) | undefined
    // Most visitors have no session, so the code that keeps it alive loads on demand.
    import('@/lib/session/keeper')
      .then(({ keepSession }) => {
        if (!left) stop = keepSession()
      })
      .catch((error: unknown) => console.warn('The session is not kept on this page', error))
    return () => {
      left = true
      stop?.()
    }
  }, [hasSession])
  // Start at the collection, which most account owners come for.
  return loggedIn ? (
    <NavLink href={`/${lang}/profile/collection/`} within={`/${lang}/profile/`}>
      {t.profile}
    </NavLink>
  ) : (
    <NavLink href={`/${lang}/login/`}>{t.logIn}</NavLink>
  )
}
