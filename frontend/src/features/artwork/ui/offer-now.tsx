'use client'

import type { Work } from '@/lib/phases/model'
import { usePlan } from '@/lib/phases/now'
import { offerWords } from '@/messages/offer'

interface OfferNowProps {
  drop: string
  work: Work & { editionSize: number }
  /** The text when the page was rendered. */
  children: string
}

/** The price of a work, or why it can't be bought: as on its card. */
export function OfferNow({ drop, work, children }: OfferNowProps) {
  const plan = usePlan(drop)
  return plan ? offerWords(work.editionSize, plan.offer(work)) : children
}
