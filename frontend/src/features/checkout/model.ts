import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/checkout'

/** A purchase, as the server returns it. */
export type Checkout = Schemas['Checkout']

/** A refund. */
export type Refund = Schemas['Refund']

export type ServerStatus = Checkout['status']

/** The recipient of an edition that the buyer doesn't keep: either an email address, or a wallet with the name that was typed for it. */
export type Gift = Schemas['OrderGift']

/** A gift without a recipient yet. */
export const emptyGift: Gift = { email: '', message: '', to: '', name: '' }

/** The recipient of a gift, as text. A name of any direction leaves the address beside it as it is; isolate() would cost the first load. */
export const recipientOf = ({ email, to, name }: Pick<Gift, 'email' | 'to' | 'name'>) =>
  to ? (name ? `\u2068${name}\u2069 (${to})` : to) : email

/** An email address as browsers check it (HTML, valid email address), with a dot in its domain. */
const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/** Whether a gift can be sent. The server checks the address or the wallet again. */
export const isSendable = (gift: Gift | null) =>
  !gift || /^0x[0-9a-fA-F]{40}$/.test(gift.to) || address.test(gift.email.trim())

/** A gift as it is sent: the server accepts line breaks, but no other control characters. */
export const sentGift = ({ email, message, to, name }: Gift): Gift =>
  to
    ? { ...emptyGift, to, name }
    : {
        ...emptyGift,
        email: email.trim(),
        message: message
          .replace(/\r\n?/g, '\n')
          .replace(/[^\P{Cc}\n]/gu, ' ')
          .trim(),
      }

/** What the buyer enters before paying. */
export interface Billing {
  /** ISO 3166-1 alpha-2. */
  billingCountry: string
  immediateDelivery: boolean
  gift?: Gift
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

/** What a person has to do before they can pay. */
export type Gate = 'unknown' | 'login' | 'verify' | 'profile' | 'open'

/** The properties of a person that decide the gate. */
interface Person {
  session: { status: 'unknown' | 'anonymous' | 'member' }
  settled: boolean
  purchaseAllowed: boolean
  profileComplete: boolean
}

/** The first thing that a person still has to do before they can pay. */
export function gateOf({ session, settled, purchaseAllowed, profileComplete }: Person): Gate {
  if (session.status === 'anonymous') return 'login'
  if (session.status === 'unknown' || !settled) return 'unknown'
  if (!purchaseAllowed) return 'verify'
  return profileComplete ? 'open' : 'profile'
}

/** Moves forward and skips steps that are already met; moves back only after a failed payment. */
export function mayFollow(from: CheckoutStatus, to: CheckoutStatus): boolean {
  if (from === 'processing' && to === 'paymentPending') return true
  return statuses.indexOf(to) > statuses.indexOf(from)
}

/** The browser's state for the server's state; null clears the record. */
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

/** A payment can be started while the hold is live. */
export const isPayable = ({ status }: Pick<Checkout, 'status'>) => inBrowser(status) === 'paymentPending'

/** A payment was seen: the success page says thanks. */
export const isThanked = (status: ServerStatus) =>
  ['payment_seen', 'confirming', 'paid', 'delivering', 'completed', 'disputed'].includes(status)

/** The payment is final and the edition is the buyer's, whether it has been minted or not. */
export const isOwned = (status: ServerStatus) => ['paid', 'delivering', 'completed'].includes(status)

/** The payment is final, so there is a receipt. */
export const hasReceipt = (status: ServerStatus) =>
  ['paid', 'delivering', 'completed', 'disputed', 'refund_pending', 'refunded', 'refund_failed'].includes(
    status,
  )

/** No further change is expected, or not soon. */
export const isSettled = (status: ServerStatus) =>
  ['completed', 'expired', 'cancelled', 'refunded', 'refund_failed', 'disputed'].includes(status)

/** The time by this browser's clock that corresponds to `time` on the server's. */
export function localTime(time: string, { now }: Pick<Checkout, 'now'>, receivedAt: number): string {
  const skew = now ? receivedAt - new Date(now).getTime() : 0
  return new Date(new Date(time).getTime() + skew).toISOString()
}

/** When a locked price in ether expires; by the server's clock at its last response. */
export function lockedUntil(checkout: Checkout): string | null {
  const { status, paymentMethod, quoteExpiresAt, now } = checkout
  if (status !== 'awaiting_payment' || paymentMethod !== 'ether' || !quoteExpiresAt) return null
  return now && new Date(quoteExpiresAt) <= new Date(now) ? null : quoteExpiresAt
}

/** A price in ether is locked: the order waits for it until the buyer pays, switches to the card or cancels, or it expires. */
export const isQuoted = (checkout: Pick<Checkout, 'status' | 'quoteExpiresAt'>) =>
  isPayable(checkout) && Boolean(checkout.quoteExpiresAt)

/** The hold has expired by the server's clock at its last response, and the server still checks whether a payment arrived in time. */
export const isOver = (checkout: Pick<Checkout, 'status' | 'expiresAt' | 'now'>) =>
  isPayable(checkout) && Boolean(checkout.now) && new Date(checkout.expiresAt) <= new Date(checkout.now ?? 0)

/** Whether an ether order's status is about to change: a transaction was named or seen. */
const isMoving = ({ status, transactionHash }: Pick<Checkout, 'status' | 'transactionHash'>) =>
  Boolean(transactionHash) || inBrowser(status) === 'processing'

/**
 * Milliseconds until the next read. An ether order is read every 10 seconds, or at the pace of the settings while its status is about
 * to change; any other one after 2 seconds, growing to 10, and from the start again whenever something changed.
 */
export function pollDelay(
  checkout: Checkout | null,
  readsSinceChange: number,
  orderPollSeconds: number,
): number {
  if (checkout?.paymentMethod === 'ether') return 1000 * (isMoving(checkout) ? orderPollSeconds : 10)
  return Math.min(2000 + 500 * readsSinceChange, 10_000)
}

/** The artwork's checkout in progress, from a list with the newest first. */
export const liveOf = (list: Checkout[], artworkId: string) =>
  list.find(
    (checkout) =>
      String(checkout.artworkId) === artworkId &&
      ['paymentPending', 'processing'].includes(inBrowser(checkout.status) ?? ''),
  )

/** "#3 of 25", or "Unique". */
export const editionOf = ({ editionNumber, editionSize }: Pick<Checkout, 'editionNumber' | 'editionSize'>) =>
  editionSize > 1 ? t.editionNumber(editionNumber, editionSize) : t.unique
