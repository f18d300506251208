import { useEffect } from 'react'
import { formatMoney, type Money } from '@/lib/money'
import type { Offer, Work } from '@/lib/phases/model'
import { usePlan } from '@/lib/phases/now'
import { usePhasesNow } from '@/lib/phases/store'
import type { Checkout } from './model'

export interface Phased {
  /** Why the visitor can't buy now; empty if they can, undefined without phases. */
  shut: string | undefined
  /** The current terms of the work; without phases, the terms that the page was rendered with. */
  offer: Terms
}

export type Terms = Pick<Offer, 'availability' | 'price' | 'auction'>

/** What the phases of the work's drop make of its sale. */
export function usePhased({
  id,
  drop,
  availability,
  price,
  rendered,
}: Work & { drop: string | null; rendered?: Terms }): Phased {
  const plan = usePlan(drop)
  const offer = plan?.offer({ id, availability, price }) ?? rendered ?? { availability, price, auction: null }
  return { shut: plan?.shut, offer }
}

/** An order keeps its price, even if another phase begins. */
export function useKeptPrice(artworkId: string, checkout: Checkout | null) {
  const { amount, currency } = checkout?.price ?? {}
  useEffect(() => {
    if (amount === undefined || currency === undefined) return
    return keepPrice(artworkId, { amount, currency })
  }, [artworkId, amount, currency])
}

/** Shows the price of an order wherever the page shows the work's. Returns a function that stops it. */
function keepPrice(artworkId: string, money: Money): () => void {
  usePhasesNow.setState(({ kept }) => ({
    kept: { ...kept, [artworkId]: { money, text: formatMoney(money) } },
  }))
  return () =>
    usePhasesNow.setState(({ kept }) => {
      const others = { ...kept }
      delete others[artworkId]
      return { kept: others }
    })
}
