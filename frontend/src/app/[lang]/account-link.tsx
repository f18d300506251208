'use client'

import { useEffect } from 'react'
import { useAuth } from '@/features/auth/store'
import { NavLink } from '@/features/site/ui/nav-link'
import { followStorage } from '@/lib/storage'

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
