'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { followStorage } from '@/lib/storage'
import * as t from '@/messages/profile'
import { Link } from '@/ui/link'
import { isActive, usePendingCheckout } from '../store'

/** A link back to a checkout in progress. */
export function PendingLink({ lang }: { lang: string }) {
  const { artworkSlug, status, pendingSince } = usePendingCheckout()
  const { onFinishHydration, hasHydrated } = usePendingCheckout.persist
  const ready = useSyncExternalStore(onFinishHydration, hasHydrated, () => false)
  useEffect(() => followStorage(usePendingCheckout), [])
  if (
    !ready ||
    !artworkSlug ||
    !status ||
    !isActive({ pendingSince }) ||
    ['processing', 'completed'].includes(status)
  )
    return null
  return (
    <p>
      {t.checkoutInProgress}{' '}
      <Link href={`/${lang}/artworks/${artworkSlug}/checkout/`}>{t.backToTheCheckout}</Link>
    </p>
  )
}
