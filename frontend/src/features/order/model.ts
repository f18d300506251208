import type { Schemas } from '@/lib/api/client'
import { refundStates } from '@/messages/checkout'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/order'

type Checkout = Schemas['Checkout']
type TokenEvent = Schemas['TokenEvent']
type Withdrawal = Schemas['Withdrawal']

/** A past or future step of an order. */
export interface Step {
  name: string
  /** RFC 3339; null if the time isn't recorded, or it hasn't happened. */
  at: string | null
  done: boolean
  /** The transaction on the chain. */
  transactionHash?: string
}

/** The work and edition of an order, for its heading: "Peat Fire, from Above, 1/100". */
export const nameOf = ({
  artworkTitle,
  editionNumber,
  editionSize,
}: Pick<Checkout, 'artworkTitle' | 'editionNumber' | 'editionSize'>) =>
  editionSize > 1 ? `${isolate(artworkTitle)}, ${editionNumber}/${editionSize}` : artworkTitle

/** The end of an order's id: enough to distinguish a person's orders, and to read out on the phone. */
export const shortNumber = (id: string) => id.slice(-8)

const paid = ['paid', 'delivering', 'completed', 'disputed']
const seen = ['payment_seen', 'confirming', ...paid, 'reverted', 'in_review']
const ended: Partial<Record<Checkout['status'], string>> = { expired: t.holdEnded, cancelled: t.cancelled }

/** Whether an order ended without a payment. */
export const isUnpaid = ({ status }: Pick<Checkout, 'status'>) => status in ended

const moves: Record<TokenEvent['kind'], string> = {
  minted: t.minted,
  withdrawn: t.moved,
  transferred: t.changedHands,
}

/** The story of an order: past steps in their order, then the next ones. */
export function stepsOf(
  checkout: Checkout,
  events: readonly TokenEvent[],
  withdrawals: readonly Pick<Withdrawal, 'requestedAt' | 'tokenId' | 'giftOrder'>[],
): Step[] {
  const { status, createdAt, updatedAt, refunds, paidAt = null } = checkout
  const steps: Step[] = [{ name: t.held, at: createdAt, done: true }]
  const end = ended[status]
  if (end) return [...steps, { name: end, at: updatedAt, done: true }]

  const backed = refunds.map(({ createdAt: at, status: state, transactionHash }) => ({
    name: t.refund(refundStates[state]),
    at,
    done: state === 'succeeded',
    ...(transactionHash && { transactionHash }),
  }))
  const refunded = status === 'refund_pending' || status === 'refunded' || status === 'refund_failed'
  steps.push({
    name: t.paymentReceived,
    // A card's payment is final when it arrives. When ether arrived isn't recorded.
    at: checkout.paymentMethod === 'card' ? paidAt : null,
    done: refunded || seen.includes(status),
    ...(checkout.transactionHash && { transactionHash: checkout.transactionHash }),
  })
  if (refunded) return [...steps, ...backed]

  steps.push({ name: t.paymentConfirmed, at: paidAt, done: paid.includes(status) })
  const own = withdrawals.filter(({ tokenId }) => String(tokenId) === String(checkout.tokenId))
  const later = [
    ...events.map(({ kind, at, final, transactionHash }) => ({
      name: moves[kind],
      at: at || null,
      done: final,
      ...(transactionHash && { transactionHash }),
    })),
    ...own.map(({ requestedAt, giftOrder }) => ({
      name: giftOrder ? t.transferRequested : t.withdrawalRequested,
      at: requestedAt,
      done: true,
    })),
    ...backed,
  ].sort((a, b) => timeOf(a) - timeOf(b))
  if (!events.some(({ kind }) => kind === 'minted'))
    later.unshift({ name: t.minted, at: null, done: status === 'completed' })
  return [...steps, ...later]
}

/** Steps without a time come last. */
const timeOf = ({ at }: Pick<Step, 'at'>) => (at ? new Date(at).getTime() : Number.POSITIVE_INFINITY)

/** The page of a certificate, for the edition that was bought. */
export const certificateHref = (
  lang: string,
  { artworkSlug, editionNumber }: Pick<Checkout, 'artworkSlug' | 'editionNumber'>,
) => `/${lang}/artworks/${artworkSlug}/certificate/?edition=${editionNumber}`
