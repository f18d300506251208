import type { Schemas } from '@/lib/api/client'
import { formatEther, formatMoney } from '@/lib/money'
import { refund, statuses } from '@/messages/desk'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/review'

/** A payment that staff must decide about, or have decided about. */
export type Review = Schemas['Review']

/** A refund that waits for a second member of staff. */
export type RefundRequest = Schemas['RequestedRefund']

/** An approved withdrawal above a daily limit. */
export type WithdrawalReview = Schemas['WithdrawalReview']

export type Action = Exclude<Review['decision'], '' | 'automatic'>

/** The label of a decision. After a failed refund it is about the sale, not the payment. */
export function labelOf(action: Action, { reason }: Pick<Review, 'reason'>) {
  const failed = reason === 'refund_failed'
  switch (action) {
    case 'refund':
      return failed ? t.tryTheRefundAgain : t.refundThePayment
    case 'complete':
      return failed ? t.keepSale : t.acceptPayment
    case 'reject':
      return failed ? t.closeRefundedAnotherWay : t.closeWithoutARefund
  }
}

const causes: Record<string, string> = {
  underpaid: t.lessThanThePrice,
  overpaid: t.moreThanThePrice,
  wrong_currency: t.wrongCurrency,
  wrong_chain_or_asset: t.wrongNetworkOrCoin,
  late: t.paidLate,
  duplicate: t.paidTwice,
  unknown_order: t.unknownOrder,
  direct_transfer: t.sentOutsideTheCheckout,
  refund_failed: t.refundFailed,
  reorganisation: t.networkReversed,
}

/** Why a case was opened, in words. */
export const causeOf = ({ reason }: { reason: string }) => causes[reason] ?? reason.replaceAll('_', ' ')

const outcomes: Record<string, string> = {
  refund: t.refunded,
  complete: t.acceptedForTheEdition,
  reject: t.closedWithoutARefund,
  automatic: t.resolvedAutomatically,
}

const outcomesOfFailed: Record<string, string> = {
  complete: t.saleKept,
  reject: t.refundedAnotherWay,
}

/** How a closed case ended, in words. */
export const outcomeOf = ({ decision, reason }: Pick<Review, 'decision' | 'reason'>) =>
  (reason === 'refund_failed' && outcomesOfFailed[decision]) || (outcomes[decision] ?? t.closed)

/** Who decided, for the account `me`; empty if the case is open. */
export function deciderOf(
  { decidedBy, decidedByName }: Pick<Review, 'decidedBy' | 'decidedByName'>,
  me = '',
) {
  if (!decidedBy) return ''
  return decidedBy === me ? t.byYou : t.decidedBy(decidedByName || t.memberOfStaff)
}

/** Whether a refund that decides a case needs a second member of staff, if it goes to `address`, or where it is known to go. */
export function needsSecond(review: Review, address: string) {
  const other = address !== '' && address.toLowerCase() !== review.refundAddress.toLowerCase()
  return review.needsSecondPerson || other
}

/** The amount of a case or a request in its chain's `coin`; empty for a token, whose decimals are unknown. */
export function moneyOf(
  { amount, wei, asset = '' }: { amount?: Schemas['Money'] | null; wei: string; asset?: string },
  coin?: string,
) {
  if (amount) return formatMoney(amount)
  return wei && !asset ? formatEther(wei, 6, coin) : ''
}

/** The details of a refund request for the account `me`, without empty ones. */
export function requestDetailsOf(request: RefundRequest, me = '', coin?: string) {
  const { checkoutId, chainId, note, refundAddress, requestedBy, requestedByName, artworkTitle } = request
  const details: [label: string, value: string, mono: boolean][] = [
    [t.work, artworkTitle && t.workBy(artworkTitle, request.artistName), false],
    [t.edition, artworkTitle && t.editionOf(request.editionNumber, request.editionSize), false],
    [t.price, request.price ? formatMoney(request.price) : '', false],
    [
      t.earlierRefunds,
      artworkTitle &&
        (request.earlierRefunds
          .map((earlier) => `${moneyOf(earlier, coin)} (${refund[earlier.status]})`)
          .join(', ') ||
          t.noEarlierRefunds),
      false,
    ],
    [t.whereTheWorkIs, t.places[request.tokenPlace] ?? '', false],
    [t.sendItTo, refundAddress, true],
    [t.network, chainId ? t.chainNumber(chainId) : '', false],
    [t.order, checkoutId, true],
    [t.requestedBy, requestedBy === me ? t.you : requestedByName || t.memberOfStaff, false],
    [t.why, note, false],
  ]
  return details.filter(([, value]) => value)
}

/** Withdrawals that were requested together and exceed the same limit, so that staff decide once. Others are listed separately. */
export function withdrawalCases(reviews: WithdrawalReview[]): [WithdrawalReview, ...WithdrawalReview[]][] {
  const cases = new Map<string, [WithdrawalReview, ...WithdrawalReview[]]>()
  for (const review of reviews) {
    const key = review.batchId ? `${review.batchId} ${review.why}` : review.id
    const known = cases.get(key)
    if (known) known.push(review)
    else cases.set(key, [review])
  }
  return [...cases.values()]
}

/** The details of a withdrawal above a daily limit, or of several in one case, without empty ones. */
export function withdrawalDetailsOf(review: WithdrawalReview, tokens = [review.tokenId]) {
  const details: [label: string, value: string, mono: boolean][] = [
    [t.sendItTo, review.name ? `${isolate(review.name)} (${review.to})` : review.to, true],
    [t.network, t.chainNumber(review.chainId), false],
    [tokens.length > 1 ? t.tokens : t.token, tokens.join(', '), true],
    [t.account, review.accountId, true],
    [t.why, review.why === 'vault' ? t.vaultLimit : t.accountLimit, false],
  ]
  return details.filter(([, value]) => value)
}

/** The details of a case, without empty ones. */
export function detailsOf(review: Review, coin?: string) {
  const { asset, asked, askedWei, checkoutId, chainId } = review
  const details: [label: string, value: string, mono: boolean][] = [
    [t.work, review.artworkTitle, false],
    [t.price, asked ? formatMoney(asked) : askedWei && formatEther(askedWei, 6, coin), false],
    [t.order, checkoutId, true],
    [t.status, statuses[review.checkoutStatus as keyof typeof statuses], false],
    [t.cardPayment, review.providerPayment, true],
    [t.token, asset, true],
    [t.amount, asset && t.smallestUnits(review.wei), false],
    [t.network, chainId ? t.chainNumber(chainId) : '', false],
    [t.transaction, review.transactionHash, true],
    [t.payer, review.payer, true],
    [t.refundAddress, review.refundAddress, true],
  ]
  return details.filter(([, value]) => value)
}

/** Whether staff must enter an address: an ether refund without a signed or stored one. */
export const needsAddress = (review: Pick<Review, 'paymentMethod' | 'refundAddress'>, action: Action) =>
  action === 'refund' && review.paymentMethod === 'ether' && review.refundAddress === ''

/** "3 hours", "2 days": how long a case has been waiting. */
export function waitingFor(since: string, now = Date.now()) {
  const minutes = Math.max(0, Math.floor((now - new Date(since).getTime()) / 60_000))
  if (minutes < 1) return t.lessThanAMinute
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return t.days(Math.floor(hours / 24))
}
