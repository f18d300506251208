'use client'

import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { Availability } from '@/gen/graphql'
import * as t from '@/messages/artwork-actions'
import type { StockNow } from '../stock'
import { useWatching } from '../use-watching'

/** What `InStock` and `EditionsLeft` show. A preview provides it without `Stock`, which compares it with the site. */
export const Stocked = createContext<StockNow | null>(null)

// Without it the page shows what the server sent.
const Watch = lazy(() =>
  import('./stock-watch').then(
    ({ StockWatch }) => ({ default: StockWatch }),
    () => ({ default: () => null }),
  ),
)

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
