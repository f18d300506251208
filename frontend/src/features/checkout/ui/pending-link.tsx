'use client'

import { useRestored } from '@/lib/restored'
import * as t from '@/messages/profile'
import { Link } from '@/ui/link'
import { isActive, usePendingCheckout } from '../store'

/** A link back to a checkout in progress. */
export function PendingLink({ lang }: { lang: string }) {
  const { artworkSlug, status, pendingSince } = usePendingCheckout()
  const ready = useRestored(usePendingCheckout)
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
