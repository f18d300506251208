'use client'

import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import type { Availability } from '@/gen/graphql'
import { whenIdle } from '@/lib/idle'
import * as t from '@/messages/artwork-actions'
import type { StockNow } from '../stock'

/** What `InStock` and `EditionsLeft` show. A preview provides it without `Stock`, which compares it with the site. */
export const Stocked = createContext<StockNow | null>(null)

// Without it the page shows what the server sent.
const Watch = lazy(() =>
  import('./stock-watch').then(
    ({ StockWatch }) => ({ default: StockWatch }),
    () => ({ default: () => null }),
  ),
)

/** Milliseconds until an open page is compared with the data API for the first time, because it was just rendered. */
const grace = 5000

interface StockProps extends StockNow {
  slug: string
  /** The price in minor units; null for an artwork without one. */
  amount: string | null
  children: ReactNode
}

/** Keeps what `InStock` and `EditionsLeft` show current while the page is open. Apollo loads some seconds after the page. */
export function Stock({ slug, availability, editionsAvailable, amount, children }: StockProps) {
  const [now, setNow] = useState<StockNow | null>(null)
  const watching = useWatching()
  return (
    <Stocked value={now ?? { availability, editionsAvailable }}>
      {children}
      {watching && (
        <Suspense fallback={null}>
          <Watch slug={slug} availability={availability} amount={amount} onChange={setNow} />
        </Suspense>
      )}
    </Stocked>
  )
}

/** Whether the page was open for some seconds, or was shown again: then what it shows is compared with the data API. */
export function useWatching() {
  const [watching, setWatching] = useState(false)
  useEffect(() => {
    const watch = () => {
      if (document.visibilityState === 'visible') setWatching(true)
    }
    const timer = setTimeout(() => whenIdle(watch, 2000), grace)
    // A tab that is shown again, or a page from the back-forward cache.
    document.addEventListener('visibilitychange', watch)
    window.addEventListener('pageshow', watch)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
      window.removeEventListener('pageshow', watch)
    }
  }, [])
  return watching
}

/** Its children, while the artwork's availability is one of those. */
export function InStock({ is, children }: { is: Availability[]; children: ReactNode }) {
  const now = use(Stocked)
  return now && is.includes(now.availability) ? children : null
}

/** ", 12 available" */
export function EditionsLeft() {
  const now = use(Stocked)
  return now?.availability === 'AVAILABLE'
    ? t.editionsLeft(now.editionsAvailable.toLocaleString('en-US'))
    : null
}
