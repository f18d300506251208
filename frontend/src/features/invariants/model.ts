import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/invariants'

export type Invariants = Schemas['GetInvariantsResponse']

type Kind = Invariants['oldestUnresolved'][number]['kind']

/** The invariants, and how often each is violated. */
export const promises = (found: Invariants): [promise: string, count: number][] => [
  [t.oversold, found.oversoldArtworks],
  [t.unmatchedPayments, found.unmatchedPayments],
  [t.unpaidCompletions, found.unpaidCompletions],
  [t.contractUnpaid, found.contractUnpaid],
  [t.unmatchedTokens, found.unmatchedTokens],
  [t.impossibleStates, found.illegalTransitions],
  [t.vanishedTokens, found.vanishedTokens],
  [t.unbalancedLedgers, found.unbalancedLedgers],
  [t.wrongDifferences, found.wrongDifferences],
]

export function verdict(violations: number) {
  if (violations === 0) return t.everyPromiseHolds
  return violations === 1 ? t.onePromiseBroken : t.promisesBroken(violations)
}

export const kinds: Record<Kind, string> = {
  holds: t.expiredHolds,
  sessions: t.openCardPayments,
  refunds: t.refundsInProgress,
  payments: t.confirmingPayments,
  mints: t.tokensBeingMinted,
  outbox: t.unpublishedEvents,
  reviews: t.paymentsToReview,
  returns: t.returnsToRefund,
  auctions: t.auctionsToSettle,
}

/** "none", "12 s", "4 min", "3 h", "2 days". */
export function ageOf(seconds: number) {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return t.minutes(Math.floor(seconds / 60))
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return t.days(Math.floor(seconds / 86_400))
}
