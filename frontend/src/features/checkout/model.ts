/** A purchase, as the server tells it. Absent values are null. */
export interface Checkout {
  id: string
  status: ServerStatus
  artworkId: string
  artworkSlug: string
  artworkTitle: string
  artistName: string
  editionNumber: number
  editionSize: number
  expiresAt: string
  price: { amount: string; currency: string }
  paymentMethod: '' | 'card' | 'ether'
  tokenId?: string | null
  transactionHash?: string | null
  mintTransactionHash?: string | null
  /** Null for a work that names none, until a price in ether was locked or the token was made. */
  chainId?: number | null
  /** Blocks on top of the paying one. */
  confirmations: number
  /** Blocks that it needs to be final, 0 where nobody knows. */
  confirmationsNeeded?: number
  /** ISO 3166-1 alpha-2, empty before it was given. */
  billingCountry?: string
  /** What the buyer asked for with the last start of a payment. */
  immediateDelivery?: boolean
  /** What the price contains; there once the payment is final. */
  tax?: Tax | null
  invoiceNumber?: string
  creditNoteNumber?: string
  /** Newest first. */
  refunds?: Refund[]
  /** Stable code: card_declined, underpaid, … */
  reason: string
  quoteExpiresAt?: string | null
  createdAt: string
  /** The server's clock at this answer. */
  now?: string | null
}

interface Tax {
  /** 1900 is 19 percent. */
  rateBps: number
  amount: { amount: string; currency: string }
  country: string
}

/** Money on its way back. */
export interface Refund {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  /** Card money; null for ether. */
  amount?: { amount: string; currency: string } | null
  /** Ether money in wei; empty for cards. */
  wei: string
  chainId: number
  transactionHash: string
  reason: string
  createdAt: string
}

/** What the buyer says for the invoice. */
export interface Billing {
  /** ISO 3166-1 alpha-2. */
  billingCountry: string
  immediateDelivery: boolean
}

export type ServerStatus =
  | 'reserved'
  | 'awaiting_payment'
  | 'payment_seen'
  | 'confirming'
  | 'paid'
  | 'delivering'
  | 'completed'
  | 'payment_failed'
  | 'expired'
  | 'cancelled'
  | 'reverted'
  | 'refund_pending'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'in_review'

export interface Quote {
  chainId: number
  to: string
  data: string
  /** Wei, decimal. */
  value: string
  expiresAt: string
  rate: string
  rateSource: string
}

/** The order of a checkout in the browser. */
export const statuses = [
  'new',
  'loginRequired',
  'profileActivationRequired',
  'paymentPending',
  'processing',
  'completed',
] as const
export type CheckoutStatus = (typeof statuses)[number]

/** Where the person stands before they may pay. */
export type Gate = 'unknown' | 'login' | 'verify' | 'profile' | 'open'

/** What of a person decides the gate. */
interface Person {
  session: { status: 'unknown' | 'anonymous' | 'member' }
  settled: boolean
  purchaseAllowed: boolean
  profileComplete: boolean
}

/** The first thing that a person still has to do before they may pay. */
export function gateOf({ session, settled, purchaseAllowed, profileComplete }: Person): Gate {
  if (session.status === 'anonymous') return 'login'
  if (session.status === 'unknown' || !settled) return 'unknown'
  if (!purchaseAllowed) return 'verify'
  return profileComplete ? 'open' : 'profile'
}

/** Forward, a step already met skipped; back only where a payment failed. */
export function mayFollow(from: CheckoutStatus, to: CheckoutStatus): boolean {
  if (from === 'processing' && to === 'paymentPending') return true
  return statuses.indexOf(to) > statuses.indexOf(from)
}

/** What the server's state is in the browser; null clears the record. */
export function inBrowser(
  status: ServerStatus,
): Extract<CheckoutStatus, 'paymentPending' | 'processing' | 'completed'> | null {
  switch (status) {
    case 'reserved':
    case 'awaiting_payment':
    case 'payment_failed':
      return 'paymentPending'
    case 'payment_seen':
    case 'confirming':
    case 'paid':
    case 'delivering':
    case 'reverted':
    case 'in_review':
    case 'refund_pending':
      return 'processing'
    case 'completed':
    case 'disputed':
      return 'completed'
    default:
      return null
  }
}

/** A payment may be started while the hold lives. */
export const isPayable = ({ status }: Pick<Checkout, 'status'>) => inBrowser(status) === 'paymentPending'

/** A payment was seen: the success page says thanks. */
export const isThanked = (status: ServerStatus) =>
  ['payment_seen', 'confirming', 'paid', 'delivering', 'completed', 'disputed'].includes(status)

/** The payment is final, so there is a receipt. */
export const hasReceipt = (status: ServerStatus) =>
  ['paid', 'delivering', 'completed', 'disputed', 'refund_pending', 'refunded', 'refund_failed'].includes(
    status,
  )

/** Nothing will change any more, or not soon. */
export const isSettled = (status: ServerStatus) =>
  ['completed', 'expired', 'cancelled', 'refunded', 'refund_failed', 'disputed'].includes(status)

/** The moment by this browser's clock at which `time` comes on the server's. */
export function localTime(time: string, { now }: Pick<Checkout, 'now'>, receivedAt: number): string {
  const skew = now ? receivedAt - new Date(now).getTime() : 0
  return new Date(new Date(time).getTime() + skew).toISOString()
}

/** When the price in ether stops being locked, while it is; by the server's clock, as of its answer. */
export function lockedUntil(checkout: Checkout): string | null {
  const { status, paymentMethod, quoteExpiresAt, now } = checkout
  if (status !== 'awaiting_payment' || paymentMethod !== 'ether' || !quoteExpiresAt) return null
  return now && new Date(quoteExpiresAt) <= new Date(now) ? null : quoteExpiresAt
}

/** A price in ether was handed out and may still be paid: until the chain has passed its end, nothing else pays and nothing cancels. */
export const isQuoted = (checkout: Pick<Checkout, 'status' | 'quoteExpiresAt'>) =>
  isPayable(checkout) && Boolean(checkout.quoteExpiresAt)

/** The hold's time is over by the server's clock, as of its answer, and whether a payment came in time is being looked up. */
export const isOver = (checkout: Pick<Checkout, 'status' | 'expiresAt' | 'now'>) =>
  isPayable(checkout) && Boolean(checkout.now) && new Date(checkout.expiresAt) <= new Date(checkout.now ?? 0)

/** Milliseconds until the next look: from 2 seconds growing to 10, from the start again whenever something changed. */
export const pollDelay = (looksSinceChange: number) => Math.min(2000 + 500 * looksSinceChange, 10_000)

/** The checkout of an artwork that is under way, from a list with the newest first. */
export const liveOf = (list: Checkout[], artworkId: string) =>
  list.find(
    (one) =>
      String(one.artworkId) === artworkId &&
      ['paymentPending', 'processing'].includes(inBrowser(one.status) ?? ''),
  )

/** "#3 of 25", or "Unique". */
export const editionOf = ({ editionNumber, editionSize }: Pick<Checkout, 'editionNumber' | 'editionSize'>) =>
  editionSize > 1 ? `#${editionNumber} of ${editionSize}` : 'Unique'

const reviews: Record<string, string> = {
  underpaid: 'Less arrived than the price.',
  overpaid: 'More arrived than the price.',
  late: 'It arrived after the hold had ended.',
  wrong_chain_or_asset: 'It arrived on another network or in another coin.',
  wrong_currency: 'It arrived in another currency.',
  duplicate: 'It arrived twice.',
  direct_transfer: 'It arrived outside the checkout.',
  unknown_order: 'It names an order that we do not know.',
  refund_failed: 'Sending it back did not work yet.',
}

/** "12 of 64 blocks", or as much of it as is known. */
export function blocksOf({ confirmations, confirmationsNeeded = 0 }: Checkout): string {
  if (confirmations <= 0) return ''
  if (confirmationsNeeded > 0)
    return `${Math.min(confirmations, confirmationsNeeded)} of ${confirmationsNeeded} blocks`
  return `${confirmations} ${confirmations === 1 ? 'block' : 'blocks'}`
}

/** Where an order stands, in one or two sentences. */
export function statusSentence(checkout: Checkout): string {
  const { status, paymentMethod, reason } = checkout
  const seen = blocksOf(checkout)
  const blocks = seen && ` ${seen} so far.`
  switch (status) {
    case 'reserved':
      return 'An edition is held for you.'
    case 'awaiting_payment':
      return paymentMethod === 'ether'
        ? 'Waiting for your transaction.'
        : 'Waiting for your payment on the card page.'
    case 'payment_failed':
      return reason === 'card_declined' || reason === ''
        ? 'Your bank declined the card. Nothing was charged. Try another card or pay with ether.'
        : 'The payment did not go through. Nothing was charged. Try again, or pay another way.'
    case 'payment_seen':
      return paymentMethod === 'ether'
        ? 'Your payment is in a block. It becomes final within about 15 minutes; you need not wait here.'
        : 'Your payment arrived and is being booked. That takes a few seconds.'
    case 'confirming':
      return `Your payment is being confirmed by the network.${blocks} You need not wait here.`
    case 'paid':
      return 'Your payment is final. The token is made next, within a few minutes.'
    case 'delivering':
      return 'Your payment is final. The token is being made, which takes a few minutes.'
    case 'completed':
      return 'The work is in your collection.'
    case 'expired':
      return 'The hold ended before a payment arrived. Nothing was charged, and the edition went back on sale.'
    case 'cancelled':
      return 'Cancelled. Nothing was charged, and the edition went back on sale.'
    case 'reverted':
      return 'The network took the block with your payment back. It usually returns by itself within minutes; do not pay twice.'
    case 'refund_pending':
      return 'The purchase could not be finished. Your money is on its way back.'
    case 'refunded':
      return 'Your money was sent back.'
    case 'refund_failed':
      return 'Your money could not be sent back yet. We are on it and will write to you.'
    case 'disputed':
      return 'Your bank disputes the payment. The token stays in the vault until that is settled.'
    case 'in_review':
      return `A person looks at this payment. ${reviews[reason] ?? ''} Your money is safe, and we write to you within two days.`.replace(
        '  ',
        ' ',
      )
  }
}

/**
 * What is known of the transaction that pays: the wallet has sent it, it is not in a block minutes later, or the network
 * took it and undid it. Empty where none was named.
 */
export type Sending = '' | 'sent' | 'late' | 'refused'

const sendings: Record<Sending, string> = {
  // Whoever closed the page while the wallet was sending comes back before anybody has seen the payment.
  '': 'A price in ether is locked for you. If your wallet has sent the payment already, wait a minute: this page moves on by itself. Otherwise press the button to send it.',
  sent: 'Your transaction was sent. The network usually includes it within a minute; this page moves on by itself.',
  late: 'Your transaction is in no block yet. Look into your wallet: as long as it waits there, it may still go through, and the wallet can speed it up. Send it again only if the wallet has dropped it: the contract takes one payment, and a second one costs its network fee for nothing.',
  refused:
    'The payment contract refused your transaction, as it does with another amount or after the lock: only the network fee was spent. Press the button to pay the exact price.',
}

/** What a buyer in ether waits for. */
export const etherSentence = (sending: Sending) => sendings[sending]

/** The hold has ended, and the order does not say yet what became of it. */
export const overSentence = (quoted: boolean) =>
  quoted
    ? 'The hold has ended. As soon as the network’s next block shows that no payment came in time, usually within a minute, the edition goes back on sale and nothing is charged. A payment that came in time counts; this page moves on by itself.'
    : 'The hold has ended. A payment that came in time counts; otherwise nothing is charged. This page moves on by itself in a moment.'

const problems: Record<string, string> = {
  edition_unavailable:
    'Someone else holds or bought the last free edition. Holds end after 15 minutes, so it may come back. Nothing was charged.',
  too_many_holds: 'You already hold two editions. Pay or cancel one of them first, then come back.',
  profile_incomplete: 'Your profile needs a first name, a last name and an email address before you can buy.',
  email_unverified: 'Your email address is not verified yet. Open the link that we sent you, then come back.',
  not_for_sale: 'This work is not for sale.',
  sale_not_started: 'The sale of this work has not started yet.',
  sale_ended: 'The sale of this work has ended.',
  hold_expired: 'The hold has ended. Nothing was charged. Accept the terms again to hold an edition anew.',
  quote_expired: 'The locked price has ended. Nothing was sent. Press the button again for a fresh one.',
  quote_active:
    'A price in ether is locked for you, so this order cannot be paid by card. Pay with ether, or let the lock end: nothing is charged then.',
  card_active: 'A card payment is under way. Finish it, or wait a moment and try again.',
  not_cancellable:
    'This cannot be cancelled: a price in ether is locked, or a payment is on its way. If none was sent, the order ends by itself and nothing is charged.',
}

/** The words for a refusal; null where the server's own are best. */
export const problemSentence = (code: string): string | null => problems[code] ?? null
