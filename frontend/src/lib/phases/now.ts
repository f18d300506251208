'use client'

import { useEffect } from 'react'
import { whenIdle } from '@/lib/idle'
import type { Money } from '@/lib/money'
import type { Plan, PriceNow } from './model'
import { usePhasesNow } from './store'

/** A drop's phases, kept current while the caller is mounted. They are read once the page is idle. */
export function usePlan(dropId: string | null): Plan | undefined {
  useEffect(() => {
    if (!dropId) return
    const ends = new AbortController()
    // Without the code, as without phases, the page shows what the server sent.
    whenIdle(
      () => import('./watch').then(({ watch }) => watch(dropId, ends.signal)).catch(console.info),
      1000,
    )
    return () => ends.abort()
  }, [dropId])
  return usePhasesNow(({ plans }) => plans[dropId ?? ''])
}

/**
 * The current price of an artwork in a drop with phases, or of the visitor's order; null once the drop doesn't sell it any more, undefined
 * where the page's own price holds.
 */
export function usePriceNow(
  dropId: string | null,
  artworkId: string,
  own: Money | null,
): PriceNow | null | undefined {
  const plan = usePhasesNow(({ plans }) => plans[dropId ?? ''])
  const kept = usePhasesNow((now) => now.kept[artworkId])
  return kept ?? plan?.price(artworkId, own)
}
