'use client'

import { StepUp } from '@/features/auth/ui/step-up'
import { FavoritesSync } from '@/features/favorite/ui/favorites-sync'
import { Notifications } from '@/features/notifications/ui/notifications'
import { Announcer } from '@/features/site/ui/announcer'
import { Cookies } from '@/features/site/ui/cookies'
import { SessionNotices } from './session-notices'

/** The frame's parts that speak only after something has happened. */
export function Rest({ lang }: { lang: string }) {
  return (
    <>
      <Cookies lang={lang} />
      <Notifications />
      <Announcer />
      <SessionNotices />
      <FavoritesSync />
      <StepUp lang={lang} />
    </>
  )
}
