'use client'

import { useEffect } from 'react'
import { StepUp } from '@/features/auth/ui/step-up'
import { CardHearts } from '@/features/favorite/ui/card-hearts'
import { FavoritesSync } from '@/features/favorite/ui/favorites-sync'
import { clearNotifications } from '@/features/notifications/store'
import { Notifications } from '@/features/notifications/ui/notifications'
import { CardPrices } from '@/features/price/ui/card-prices'
import { PriceSwitch } from '@/features/price/ui/price-switch'
import { Announcer } from '@/features/site/ui/announcer'
import { Cookies } from '@/features/site/ui/cookies'
import { Following } from '@/features/site/ui/following'
import { WalletDialog } from '@/features/wallet/ui/wallet-dialog'
import { serverAhead } from '@/lib/server-time'
import { setClockSource } from '@/ui/clock'
import { SessionNotices } from './session-notices'

/** The parts of the frame that only react to events, and what it watches, neither of which the first paint needs. */
export function DeferredParts({ lang }: { lang: string }) {
  // Countdowns then follow the server's clock, not the visitor's.
  useEffect(() => setClockSource(serverAhead), [])
  return (
    <>
      <Following onPage={clearNotifications} />
      <Cookies lang={lang} />
      <Notifications />
      <Announcer />
      <SessionNotices />
      <FavoritesSync />
      <CardHearts />
      <CardPrices />
      <PriceSwitch />
      <StepUp lang={lang} />
      <WalletDialog />
    </>
  )
}
