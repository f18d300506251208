'use client'

import { Success } from '@/features/checkout/ui/success'
import { useBuyer } from '@/features/profile/use-buyer'

/** Where the buyer and their purchase meet. */
export function Thanks(work: { lang: string; artworkId: string; artworkSlug: string }) {
  const { profile, identityUser } = useBuyer()
  return <Success {...work} email={identityUser?.email ?? profile?.email ?? ''} />
}
