'use client'

// One file for all that a page with works loads up front: three small ones would weigh more.

import { lazy, type ReactNode, Suspense } from 'react'
import { usePlan, usePriceNow } from '@/lib/phases/now'

const PhaseOffer = lazy(() => import('./phase-offer').then((module) => ({ default: module.PhaseOffer })))

interface PriceNowProps {
  artworkId: string
  /** The drop of the work; null for one that sells without a drop, and after its end. */
  drop: string | null
  /** The artwork's own price. */
  price: string
  /** A text that contains the price; by default only the price. */
  text?: string
}

/** The price of a work: its own, or the price of the phase in which its drop sells now. */
export function PriceNow({ artworkId, drop, price, text = price }: PriceNowProps) {
  usePlan(drop)
  const now = usePriceNow(drop, artworkId)
  return now ? text.replace(price, () => now.text) : text
}

interface PhaseGateProps {
  lang: string
  drop: string | null
  artworkId: string
  /** When the drop itself is open, which limits its phases. */
  window: { startsAt: string; endsAt: string | null }
  /** Whether the children stay while the visitor can't buy. */
  stays?: boolean
  /** What is offered without phases. */
  children: ReactNode
}

/** The way to buy a work during its drop's phases. Its code loads only for a drop with phases. */
export function PhaseGate({ drop, children, ...rest }: PhaseGateProps) {
  const plan = usePlan(drop)
  return plan ? (
    <Suspense fallback={children}>
      <PhaseOffer plan={plan} {...rest}>
        {children}
      </PhaseOffer>
    </Suspense>
  ) : (
    children
  )
}

/** Its children, while the phases let the visitor buy. */
export const WhileOpen = ({ drop, children }: Pick<PhaseGateProps, 'drop' | 'children'>) =>
  usePlan(drop)?.shut ? null : children
