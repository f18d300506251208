import type { Invariants } from './answer'

/** What must never happen, and how often it has. */
export const promises = (found: Invariants): [promise: string, count: number][] => [
  ['Artworks with more editions sold or held than exist', found.oversoldArtworks],
  ['Final payments without exactly one order, refund or open case', found.unmatchedPayments],
  ['Completed orders without exactly one payment', found.unpaidCompletions],
  ['Paid orders without exactly one token', found.unmatchedTokens],
  ['Orders in an impossible state', found.illegalTransitions],
  ['Minted tokens that their chain has lost', found.vanishedTokens],
  ['Ledgers that don’t add up to zero', found.unbalancedLedgers],
]

export function verdict(violations: number) {
  if (violations === 0) return 'Every promise holds.'
  return violations === 1 ? '1 promise is broken.' : `${violations} promises are broken.`
}

const kinds: Record<string, string> = {
  holds: 'Expired holds not yet released',
  sessions: 'Card payments without a result',
  refunds: 'Refunds in progress',
  payments: 'Payments not yet final',
  mints: 'Tokens being minted',
  outbox: 'Events not yet published',
  reviews: 'Payments to review',
}

export const kindOf = (kind: string) => kinds[kind] ?? kind

/** "none", "12 s", "4 min", "3 h", "2 days". */
export function ageOf(seconds: number) {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}
