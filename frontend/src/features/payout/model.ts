import type { Schemas } from '@/lib/api/client'
import { formatEther, formatMoney } from '@/lib/money'

/** One sold edition, as its artist sees it. */
export type Sale = Schemas['Sale']

/** What the ledger holds in one currency (card) or one chain's coin. */
export type Sum = Schemas['ArtistSum']

export type Balance = Schemas['PayoutBalance']

export type Payout = Schemas['Payout']

export type Sales = Schemas['ListSalesResponse']

export type Payouts = Schemas['ListPayoutsResponse']

/** An amount of a sale or a sum, as it was paid. */
export const inCoin = (wei: string, coin = 'ETH') => formatEther(wei || '0', 8, coin)

export const shareOf = (sale: Sale, coin?: string) =>
  sale.paymentMethod === 'card' && sale.share ? formatMoney(sale.share) : inCoin(sale.shareWei, coin)

const held: Record<string, string> = {
  card: 'Sold by card: we hold your share until we pay out card sales',
  no_wallet: 'You had no payout wallet: we hold your share',
  frozen: 'Your payouts were on hold: we hold your share',
}

/** Where the share of a sale is. */
export function saleSentence({ state, heldReason, partlyRefunded, disputed }: Sale): string {
  const where = {
    confirming: 'The network is confirming the payment',
    credited: 'Credited to your payout wallet',
    held: held[heldReason] ?? 'We hold your share',
    refunded: 'Refunded to the collector',
  }[state]
  const notes = [partlyRefunded && 'partly refunded', disputed && 'disputed by the bank'].filter(Boolean)
  return notes.length ? `${where} (${notes.join(', ')})` : where
}

/** What the gallery holds in one currency, or null where it holds nothing. Negative: the artist was credited more than is theirs. */
export function heldSentence({ currency, held: amount, chainId }: Sum, coin?: string): string | null {
  const value = BigInt(amount)
  if (value === 0n) return null
  const size = (value < 0n ? -value : value).toString()
  const shown = chainId === 0 ? formatMoney({ amount: size, currency }) : inCoin(size, coin)
  return value < 0n ? `${shown} of refunded sales will be deducted` : shown
}

const states: Record<Payout['status'], string> = {
  queued: 'On its way',
  sent: 'Sent, confirming',
  confirmed: 'Paid out',
  failed: 'Not sent',
}
const failures: Record<string, string> = {
  nothing_to_withdraw: 'the balance had already been withdrawn',
  recipient_reverts: 'your wallet refused it',
  chain_restarted: 'the network was restarted',
}

export const payoutSentence = ({ status, reason }: Payout) =>
  status === 'failed' && failures[reason] ? `${states.failed}: ${failures[reason]}` : states[status]

/** Why the gallery can't send a balance, or null where it can. */
export function blocked(balance: Balance, { frozen, galleryPays, minimum }: Payouts): string | null {
  if (!galleryPays) return 'off'
  if (frozen) return 'frozen'
  if (balance.pending) return 'pending'
  return BigInt(balance.amount) < BigInt(minimum) ? 'small' : null
}

/** Soon while something moves, rarely otherwise. */
export const paceOf = (payouts: Payouts | null) =>
  payouts?.items.some(({ status }) => status === 'queued' || status === 'sent') ||
  payouts?.balances.some(({ confirming }) => confirming !== '0')
    ? 5_000
    : 30_000
