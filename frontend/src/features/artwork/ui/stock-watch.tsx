'use client'

import { useQuery } from '@apollo/client/react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { type Availability, StockDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { isTraded } from '../model'
import type { StockNow } from '../stock'

/** Reads every 15 seconds while the page is visible, and immediately when it becomes visible again. */
export const watched = {
  // The page may be newer than what a listing left in the cache.
  fetchPolicy: 'network-only',
  pollInterval: 15_000,
  skipPollAttempt: () => document.hidden,
  refetchOn: { windowFocus: true, online: true },
} as const

interface StockWatchProps {
  slug: string
  /** What the server rendered. */
  availability: Availability
  amount: string | null
  onChange: (now: StockNow) => void
}

/** Reads an artwork's availability while its page is visible, and immediately when it becomes visible again. */
export function StockWatch({ slug, availability, amount, onChange }: StockWatchProps) {
  const { refresh } = useRouter()
  const refreshedFor = useRef('')
  const { data } = useQuery(StockDocument, {
    client: browserClient(),
    variables: { slug },
    ...watched,
  })
  const artwork = data?.artwork
  useEffect(() => {
    if (!artwork) return
    const price = artwork.purchasePrice?.amount ?? null
    if (price === amount && (artwork.availability === availability || isTraded(artwork, availability))) {
      return onChange(artwork)
    }
    // The price changed, or the page has no text for the state: the server renders the page again, once for each change.
    const change = `${artwork.availability} ${price}`
    if (refreshedFor.current === change) return
    refreshedFor.current = change
    refresh()
  }, [artwork, availability, amount, onChange, refresh])
  return null
}
