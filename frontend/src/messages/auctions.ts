import { formatMoney, type Money } from '@/lib/money'
import { lastPriceOf, type Phase, type PhasePrice } from '@/lib/phases/model'
import { formatRemaining } from '@/lib/time'

/** Texts: Dutch auctions, as shoppers see them. */

export const auction = 'Auction'
export const promise = 'Everyone pays the last price: if it falls further, you get the difference back.'

/** "every minute", "every 90 seconds", "every 2 hours". */
export function every(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const [unit, size] = units.find(([, of]) => seconds % of === 0) ?? ['second', 1]
  const n = seconds / size
  return n === 1 ? `every ${unit}` : `every ${n} ${unit}s`
}

/** "Starts at $1,000 and falls by $70 every minute, down to $300." */
export function terms({ price, auction: falls }: PhasePrice): string {
  if (!falls) return ''
  const of = (amount: string) => formatMoney({ ...price, amount })
  return `Starts at ${formatMoney(price)} and falls by ${of(falls.step)} ${every(falls.intervalSeconds)}, down to ${of(falls.lowest)}.`
}

export const nowAt = (price: Money) => `Now ${formatMoney(price)}.`
export const fallsTo = (price: Money) => `Next ${formatMoney(price)}.`
export const fallsIn = (price: Money) => (milliseconds: number) =>
  `${formatMoney(price)} in ${formatRemaining(milliseconds)}.`
export const falling = 'Falling…'
export const atLowest = 'This is the lowest price.'

/** What became of an auction; empty while it sells, and before. */
export function ended(phase: Pick<Phase, 'state'>, price: PhasePrice): string {
  const { status } = price.auction ?? { status: '' }
  const last = lastPriceOf(price)
  if (last) return `The auction has ended. Everyone pays ${formatMoney(last)}.`
  if (status === 'settled' || (phase.state === 'ended' && status === ''))
    return 'The auction has ended. Nothing was sold.'
  if (status === 'ended' || phase.state === 'ended')
    return 'The auction has ended. We’ll know the last price once every payment is confirmed.'
  return ''
}

// Checkout
export const fixedWhenHeld = 'We fix your price when we hold your edition.'
export const yourPrice = (price: Money) => `Your price is ${formatMoney(price)}, whatever happens next.`
export const difference =
  'Everyone pays the auction’s last price. If it falls below yours, we’ll refund the difference the way you paid.'

// Order
export const lastPrice = (price: Money) =>
  `The auction ended at ${formatMoney(price)}, and that’s what everyone pays.`
export const goesBack = (sum: string) => `You get ${sum} back.`
export const nothingBack = 'That’s the price you paid, so there’s nothing to refund.'
export const yours = (price: Money) => `You paid the price of ${formatMoney(price)}.`
export const noSale = 'The auction has ended.'
