import { formatEther, formatMoney } from '@/lib/money'

/** Money that waits for a person, or waited. */
export interface Review {
  id: string
  /** A stable code: duplicate, late, direct_transfer, … */
  reason: string
  /** What happened and what to look at; a few lines. */
  detail: string
  checkoutId: string
  checkoutStatus: string
  artworkTitle: string
  paymentMethod: '' | 'card' | 'ether'
  /** Card money; null for ether. */
  amount?: { amount: string; currency: string } | null
  /** Ether money in wei, or empty; of a token, its smallest units. */
  wei: string
  /** The contract of a token that is not the network's own coin, or empty. */
  asset: string
  /** What was asked: of a card or before a quote in money, otherwise in wei. */
  asked?: { amount: string; currency: string } | null
  askedWei: string
  /** The card payment at the provider, or empty. */
  providerPayment: string
  chainId: number
  transactionHash: string
  payer: string
  /** Where ether would go back to; empty if a person has to give it. */
  refundAddress: string
  /** What may be decided right now. */
  actions: Action[]
  status: 'open' | 'closed'
  decision: string
  /** The account that decided, and what it is called; the name may be unknown. */
  decidedBy: string
  decidedByName: string
  note: string
  createdAt: string
  closedAt?: string | null
}

export type Action = 'refund' | 'complete' | 'reject'

/** What a decision does, in words: after a refund that failed it is about the sale, not about the payment. */
export function labelOf(action: Action, { reason }: Pick<Review, 'reason'>) {
  const failed = reason === 'refund_failed'
  switch (action) {
    case 'refund':
      return failed ? 'Send the money back again' : 'Send the money back'
    case 'complete':
      return failed ? 'Let the sale stand: nothing goes back' : 'Accept it for the edition'
    case 'reject':
      return failed ? 'Close: it was paid back another way' : 'Close without moving money'
  }
}

const causes: Record<string, string> = {
  underpaid: 'Less than the price',
  overpaid: 'More than the price',
  wrong_currency: 'Another currency',
  wrong_chain_or_asset: 'Another network or coin',
  late: 'After the hold had ended',
  duplicate: 'Paid twice',
  unknown_order: 'An order that is not known',
  direct_transfer: 'Sent outside the checkout',
  refund_failed: 'A refund that failed',
  reorganisation: 'The network took the payment back',
}

/** Why a case was opened, in words. */
export const causeOf = ({ reason }: Pick<Review, 'reason'>) => causes[reason] ?? reason.replaceAll('_', ' ')

const outcomes: Record<string, string> = {
  refund: 'The money was sent back',
  complete: 'Accepted for the edition',
  reject: 'Closed without moving money',
  automatic: 'Settled by itself',
}

const outcomesOfFailed: Record<string, string> = {
  complete: 'The sale stands',
  reject: 'Paid back another way',
}

/** How a closed case ended, in words. */
export const outcomeOf = ({ decision, reason }: Pick<Review, 'decision' | 'reason'>) =>
  (reason === 'refund_failed' && outcomesOfFailed[decision]) || (outcomes[decision] ?? 'Closed')

/** Who decided, as read by the account `me`; empty where nobody did. */
export function deciderOf(
  { decidedBy, decidedByName }: Pick<Review, 'decidedBy' | 'decidedByName'>,
  me = '',
) {
  if (!decidedBy) return ''
  return decidedBy === me ? 'by you' : `by ${decidedByName || 'a member of staff'}`
}

/** The money of a case, of its chain's `coin`: empty for a token, whose digits nobody here knows. */
export function moneyOf({ amount, wei, asset }: Pick<Review, 'amount' | 'wei' | 'asset'>, coin?: string) {
  if (amount) return formatMoney(amount)
  return wei && !asset ? formatEther(wei, 6, coin) : ''
}

/** What the page knows of a case beside its words. Those that are empty are left out. */
export function factsOf(review: Review, coin?: string) {
  const { asset, asked, askedWei, checkoutId, chainId } = review
  const facts: [label: string, value: string, mono: boolean][] = [
    ['Work', review.artworkTitle, false],
    ['Asked', asked ? formatMoney(asked) : askedWei && formatEther(askedWei, 6, coin), false],
    ['Checkout', checkoutId && `${checkoutId} (${review.checkoutStatus})`, true],
    ['Card payment', review.providerPayment, true],
    ['Token', asset, true],
    ['Amount', asset && `${review.wei} of the token’s smallest units`, false],
    ['Network', chainId ? `Chain ${chainId}` : '', false],
    ['Transaction', review.transactionHash, true],
    ['Payer', review.payer, true],
    ['Refund address', review.refundAddress, true],
  ]
  return facts.filter(([, value]) => value)
}

/** A refund in ether without an address that was signed or stored needs one from a person. */
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
