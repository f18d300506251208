'use client'

// One file for all that a page with works loads up front: three small ones would weigh more.

import { lazy, type ReactNode, Suspense } from 'react'
import type { Money } from '@/lib/money'
import type { Window, Work } from '@/lib/phases/model'
import { usePlan, usePriceNow } from '@/lib/phases/now'

const PhaseOffer = lazy(() => import('./phase-offer').then((module) => ({ default: module.PhaseOffer })))

interface PriceNowProps {
  artworkId: string
  /** The drop of the work; null for one that sells without a drop, and after its end. */
  drop: string | null
  /** The artwork's own price. */
  own: Money
  /** The price when the page was rendered; empty if its drop didn't sell it any more. */
  price: string
}

/** The price of a work: its own, or the price of the phase in which its drop sells now. */
export function PriceNow({ artworkId, drop, own, price }: PriceNowProps) {
  usePlan(drop)
  const now = usePriceNow(drop, artworkId, own)
  return now === undefined ? price : now?.text
}

interface PhaseGateProps {
  lang: string
  drop: string | null
  work: Work
  /** When the drop itself is open, which limits its phases. */
  window: Window | null
  /** Whether the children stay while the visitor can't buy. */
  stays?: boolean
  /** Whether the work could be bought when the page was rendered. */
  open?: boolean
  /** What is offered without phases. */
  children: ReactNode
}

/** The way to buy a work during its drop's phases. Its code loads only for a drop with phases. */
export function PhaseGate({ drop, open = true, children, ...rest }: PhaseGateProps) {
  const plan = usePlan(drop)
  const before = open || rest.stays ? children : null
  return plan ? (
    <Suspense fallback={before}>
      <PhaseOffer plan={plan} {...rest}>
        {children}
      </PhaseOffer>
    </Suspense>
  ) : (
    before
  )
}

/** Its children, while the work can be bought and the phases let the visitor. */
export function WhileOpen({
  drop,
  work,
  window,
  open = true,
  children,
}: Omit<PhaseGateProps, 'lang' | 'stays'>) {
  const plan = usePlan(drop)
  return (plan ? plan.offer(work, window).open && !plan.shut : open) ? children : null
}
