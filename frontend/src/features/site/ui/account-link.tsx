'use client'

import { useEffect } from 'react'
import { useAuth } from '@/lib/session/store'
import { followStorage } from '@/lib/storage'
import { NavLink } from './nav-link'

/** `Log in`, or `Profile` for whoever is logged in. */
export function AccountLink({ lang }: { lang: string }) {
  const loggedIn = useAuth((state) => Boolean(state.accessToken))
  useEffect(() => followStorage(useAuth), [])
  return loggedIn ? (
    <NavLink href={`/${lang}/profile/`}>Profile</NavLink>
  ) : (
    <NavLink href={`/${lang}/login/`}>Log in</NavLink>
  )
}
