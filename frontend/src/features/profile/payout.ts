import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/payout-wallet'

/** One requested change of the wallet that receives an artist's share. */
export type PayoutUpdate = Schemas['PayoutWalletUpdate']

/** The active wallet and its changes. Frozen: someone said "This wasn't me", so the gallery holds the artist's share. */
export type PayoutWallet = Schemas['ListPayoutWalletUpdatesResponse']

/** States in which a change is still on its way and may be cancelled. */
export const isPending = ({ status }: PayoutUpdate) =>
  ['requested', 'awaiting_approval', 'approved', 'cooling'].includes(status)

const sentences: Record<PayoutUpdate['status'], string> = {
  requested: t.requestedEmailSoon,
  awaiting_approval: t.waitingForYou,
  approved: t.approved,
  cooling: t.approvedWaiting,
  active: t.active,
  rejected: t.rejected,
  expired: t.expired,
  cancelled: t.cancelled,
  superseded: t.replaced,
  frozen: t.stopped,
}

export const updateSentence = ({ status, ownerApprovedAt, own = true }: PayoutUpdate) => {
  if (status === 'awaiting_approval' && ownerApprovedAt)
    return own ? t.waitingForSecond : t.waitingForSecondOther
  if (status === 'awaiting_approval' && !own) return t.waitingForRequester
  return sentences[status]
}
