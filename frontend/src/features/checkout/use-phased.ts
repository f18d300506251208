import { useEffect } from 'react'
import { formatMoney, type Money } from '@/lib/money'
import { usePlan, usePriceNow } from '@/lib/phases/now'
import { usePhasesNow } from '@/lib/phases/store'
import type { Checkout } from './model'

interface Phased {
  /** Why the visitor can't buy now; empty if they can, and without phases. */
  shut: string
  /** The price of the current phase, if it has its own price. */
  price: Money | undefined
  /** Whether the current price is one of an auction. */
  auction: boolean
}

/** The effect of the phases of the work's drop on the checkout. An order keeps its price, even if another phase begins. */
export function usePhased(artwork: { id: string; drop: string | null }, checkout: Checkout | null): Phased {
  const plan = usePlan(artwork.drop)
  const price = usePriceNow(artwork.drop, artwork.id)?.money
  const { amount, currency } = checkout?.price ?? {}
  useEffect(() => {
    if (amount === undefined || currency === undefined) return
    return keepPrice(artwork.id, { amount, currency })
  }, [artwork.id, amount, currency])
  const auction = plan?.current?.prices.some((one) => one.auction && one.artworkId === artwork.id) ?? false
  return { shut: plan?.shut ?? '', price, auction }
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
