import type { Schemas } from '@/lib/api/client'
import { formatEther, formatMoney } from '@/lib/money'

/** A payment that staff must decide about, or have decided about. */
export type Review = Schemas['Review']

export type Action = 'refund' | 'complete' | 'reject'

/** The label of a decision. After a failed refund it is about the sale, not the payment. */
export function labelOf(action: Action, { reason }: Pick<Review, 'reason'>) {
  const failed = reason === 'refund_failed'
  switch (action) {
    case 'refund':
      return failed ? 'Try the refund again' : 'Refund the payment'
    case 'complete':
      return failed ? 'Keep the sale without a refund' : 'Accept the payment for the edition'
    case 'reject':
      return failed ? 'Close: refunded another way' : 'Close without a refund'
  }
}

const causes: Record<string, string> = {
  underpaid: 'Less than the price',
  overpaid: 'More than the price',
  wrong_currency: 'Wrong currency',
  wrong_chain_or_asset: 'Wrong network or coin',
  late: 'Paid after the hold ended',
  duplicate: 'Paid twice',
  unknown_order: 'Unknown order',
  direct_transfer: 'Sent outside the checkout',
  refund_failed: 'Refund failed',
  reorganisation: 'The network reversed the payment',
}

/** Why a case was opened, in words. */
export const causeOf = ({ reason }: Pick<Review, 'reason'>) => causes[reason] ?? reason.replaceAll('_', ' ')

const outcomes: Record<string, string> = {
  refund: 'Refunded',
  complete: 'Accepted for the edition',
  reject: 'Closed without a refund',
  automatic: 'Resolved automatically',
}

const outcomesOfFailed: Record<string, string> = {
  complete: 'Sale kept',
  reject: 'Refunded another way',
}

/** How a closed case ended, in words. */
export const outcomeOf = ({ decision, reason }: Pick<Review, 'decision' | 'reason'>) =>
  (reason === 'refund_failed' && outcomesOfFailed[decision]) || (outcomes[decision] ?? 'Closed')

/** Who decided, as seen by the account `me`; empty if the case is open. */
export function deciderOf(
  { decidedBy, decidedByName }: Pick<Review, 'decidedBy' | 'decidedByName'>,
  me = '',
) {
  if (!decidedBy) return ''
  return decidedBy === me ? 'by you' : `by ${decidedByName || 'a member of staff'}`
}

/** The amount of a case in its chain's `coin`; empty for a token, whose decimals are unknown. */
export function moneyOf({ amount, wei, asset }: Pick<Review, 'amount' | 'wei' | 'asset'>, coin?: string) {
  if (amount) return formatMoney(amount)
  return wei && !asset ? formatEther(wei, 6, coin) : ''
}

/** The details of a case; empty ones are left out. */
export function detailsOf(review: Review, coin?: string) {
  const { asset, asked, askedWei, checkoutId, chainId } = review
  const details: [label: string, value: string, mono: boolean][] = [
    ['Work', review.artworkTitle, false],
    ['Price', asked ? formatMoney(asked) : askedWei && formatEther(askedWei, 6, coin), false],
    ['Checkout', checkoutId && `${checkoutId} (${review.checkoutStatus})`, true],
    ['Card payment', review.providerPayment, true],
    ['Token', asset, true],
    ['Amount', asset && `${review.wei} of the token’s smallest units`, false],
    ['Network', chainId ? `Chain ${chainId}` : '', false],
    ['Transaction', review.transactionHash, true],
    ['Payer', review.payer, true],
    ['Refund address', review.refundAddress, true],
  ]
  return details.filter(([, value]) => value)
}

/** Whether staff must enter an address: an ether refund without a signed or stored one. */
export const needsAddress = (review: Pick<Review, 'paymentMethod' | 'refundAddress'>, action: Action) =>
  action === 'refund' && review.paymentMethod === 'ether' && review.refundAddress === ''

/** "3 hours", "2 days": how long a case has been waiting. */
export function waitingFor(since: string, now = Date.now()) {
  const minutes = Math.max(0, Math.floor((now - new Date(since).getTime()) / 60_000))
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `${Math.floor(hours / 24)} days`
}
