import type { Schemas } from '@/lib/api/client'

/** One requested change of the wallet that receives an artist's share. */
export type PayoutUpdate = Schemas['PayoutWalletUpdate']

/** The active wallet and its changes. Frozen: someone said "This wasn't me", so the gallery holds the artist's share. */
export type PayoutWallet = Schemas['ListPayoutWalletUpdatesResponse']

/** States in which a change is still on its way and may be cancelled. */
export const isPending = ({ status }: PayoutUpdate) =>
  ['requested', 'awaiting_approval', 'approved', 'cooling'].includes(status)

const sentences: Record<string, string> = {
  requested: 'Requested. The approval email is on its way',
  awaiting_approval:
    'Waiting for your approval: open the link in the email. A second person approves after you',
  approved: 'Approved',
  cooling: 'Approved, in its waiting time',
  active: 'Active',
  rejected: 'Rejected. Nothing has changed',
  expired: 'Not approved in time. Nothing has changed',
  cancelled: 'Cancelled. Nothing has changed',
  superseded: 'Replaced by a later change',
  frozen: 'Stopped with \u201cThis wasn\u2019t me\u201d',
}

export const updateSentence = ({ status, ownerApprovedAt, own = true }: PayoutUpdate) => {
  if (status === 'awaiting_approval' && ownerApprovedAt)
    return own
      ? 'You approved it. Now a second person at the gallery has to approve it too'
      : 'Approved by the account that requested it. A second person at the gallery still has to approve it'
  if (status === 'awaiting_approval' && !own)
    return 'Waiting for the approval of the account that requested it'
  return sentences[status] ?? status.replaceAll('_', ' ')
}
