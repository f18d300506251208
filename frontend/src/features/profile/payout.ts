/** One asked change of the wallet that receives an artist's share. */
export interface PayoutUpdate {
  id: string
  address: string
  /** The ENS name that resolved to it, if one was typed. */
  name?: string
  previousAddress?: string
  status: string
  requestedAt?: string
  notBefore?: string | null
  /** Set once the person who requested it approved it, while a second person still has to. */
  ownerApprovedAt?: string | null
  /** False where another account of the artist requested it. */
  own?: boolean
}

export interface PayoutWallet {
  items: PayoutUpdate[]
  /** Empty without one. */
  activeAddress: string
  /** Someone said "This wasn't me": we hold the artist's share until another wallet is approved. */
  frozen: boolean
  /** False for an account whose link to an artist has ended. */
  linked: boolean
}

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
