/** Money that waits for a person, or waited. */
export interface Review {
  id: string
  /** A stable code: duplicate, late, direct_transfer, … */
  reason: string
  detail: string
  checkoutId: string
  checkoutStatus: string
  artworkTitle: string
  paymentMethod: '' | 'card' | 'ether'
  /** Card money; null for ether. */
  amount?: { amount: string; currency: string } | null
  /** Ether money in wei, or empty. */
  wei: string
  chainId: number
  transactionHash: string
  payer: string
  /** Where ether would go back to; empty if a person has to give it. */
  refundAddress: string
  /** What may be decided right now. */
  actions: Action[]
  status: 'open' | 'closed'
  decision: string
  decidedBy: string
  note: string
  createdAt: string
  closedAt?: string | null
}

export type Action = 'refund' | 'complete' | 'reject'

export const actionLabels: Record<Action, string> = {
  refund: 'Send the money back',
  complete: 'Accept it for the edition',
  reject: 'Close without moving money',
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

export const outcomeOf = ({ decision }: Pick<Review, 'decision'>) => outcomes[decision] ?? 'Closed'

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
