import { formatMoney } from '@/lib/money'
import { shutOf } from '@/messages/phases'
import { atTime, currentOf, offerOf, type Phase, type Plan, priceIn, saleOf } from './model'

/** What a drop's phases mean now. */
export function planOf(reply: Phase[], now: () => number): Plan {
  const time = now()
  const phases = atTime(reply, null, time)
  return {
    phases,
    current: currentOf(phases),
    offer: (work, drop = null) => offerOf(work, drop, reply, now()),
    price(id, own) {
      const money = priceIn(offerOf({ id, availability: 'AVAILABLE', price: own }, null, reply, now()))
      return money ? { money, text: formatMoney(money) } : null
    },
    sale: (drop) => saleOf(drop, reply, now()),
    shut: shutOf(phases, time),
    now,
  }
}
