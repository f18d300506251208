'use client'

import { useEffect } from 'react'
import { whenIdle } from '@/lib/idle'
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

/** The current price of an artwork in a drop, if it differs from the page's. */
export const usePriceNow = (dropId: string | null, artworkId: string): PriceNow | undefined =>
  usePhasesNow(({ plans, kept }) => kept[artworkId] ?? plans[dropId ?? '']?.prices[artworkId])
