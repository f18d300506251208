import type { Schemas } from '@/lib/api/client'
import { formatEther, formatMoney } from '@/lib/money'
import * as t from '@/messages/payouts'

/** One sold edition, for its artist. */
type Sale = Schemas['Sale']

/** The ledger's balance in one currency (card) or one chain's coin. */
export type Sum = Schemas['ArtistSum']

export type Balance = Schemas['PayoutBalance']

type Payout = Schemas['Payout']

export type Sales = Schemas['ListSalesResponse']

export type Payouts = Schemas['ListPayoutsResponse']

/** The amount of a sale or a sum, in the currency or coin of the payment. */
export const inCoin = (wei: string, coin = 'ETH') => formatEther(wei || '0', 8, coin)

export const shareOf = (sale: Sale, coin?: string) =>
  sale.paymentMethod === 'card' && sale.share ? formatMoney(sale.share) : inCoin(sale.shareWei, coin)

const held: Record<Sale['heldReason'], string> = {
  '': t.saleHeld,
  card: t.heldCard,
  no_wallet: t.heldNoWallet,
  frozen: t.heldFrozen,
  auction: t.heldAuction,
}

/** The sentence about the share of a sale: confirming, credited, held or refunded. */
export function saleSentence({ state, heldReason, partlyRefunded, disputed }: Sale): string {
  const where = {
    confirming: t.saleConfirming,
    credited: t.saleCredited,
    held: held[heldReason],
    refunded: t.saleRefunded,
  }[state]
  const notes = [partlyRefunded && t.partlyRefunded, disputed && t.disputed].filter(Boolean)
  return notes.length ? `${where} (${notes.join(', ')})` : where
}

/** The balance that the gallery holds in one currency, or null for zero. It is negative if the artist was credited too much. */
export function heldSentence({ currency, held: amount, chainId }: Sum, coin?: string): string | null {
  const value = BigInt(amount)
  if (value === 0n) return null
  const size = (value < 0n ? -value : value).toString()
  const shown = chainId === 0 ? formatMoney({ amount: size, currency }) : inCoin(size, coin)
  return value < 0n ? t.toBeDeducted(shown) : shown
}

const states: Record<Payout['status'], string> = {
  queued: t.onItsWay,
  sent: t.sentConfirming,
  confirmed: t.paidOut,
  failed: t.notSent,
}
const failures: Record<Payout['reason'], string> = {
  '': '',
  nothing_to_withdraw: t.nothingToWithdraw,
  recipient_reverts: t.walletRefused,
  chain_restarted: t.networkRestarted,
}

export const payoutSentence = ({ status, reason }: Payout) =>
  status === 'failed' && failures[reason] ? `${states.failed}: ${failures[reason]}` : states[status]

/** Why the gallery can't send a balance, or null if it can. */
export function blocked(balance: Balance, { frozen, galleryPays, minimum }: Payouts): string | null {
  if (!galleryPays) return 'off'
  if (frozen) return 'frozen'
  if (balance.pending) return 'pending'
  return BigInt(balance.amount) < BigInt(minimum) ? 'small' : null
}

/** Often while something is in progress, otherwise rarely. */
export const paceOf = (payouts: Payouts | null) =>
  payouts?.items.some(({ status }) => status === 'queued' || status === 'sent') ||
  payouts?.balances.some(({ confirming }) => confirming !== '0')
    ? 5_000
    : 30_000
