/** One asked change of the wallet that receives an artist's share. */
export interface PayoutUpdate {
  id: string
  address: string
  previousAddress?: string
  status: string
  requestedAt?: string
  notBefore?: string | null
}

export interface PayoutWallet {
  items: PayoutUpdate[]
  /** Empty without one. */
  activeAddress: string
}

/** States in which a change is still on its way and may be cancelled. */
export const isPending = ({ status }: PayoutUpdate) =>
  ['requested', 'awaiting_approval', 'approved', 'cooling'].includes(status)

const sentences: Record<string, string> = {
  requested: 'asked for, the approval mail is on its way',
  awaiting_approval: 'waits for approval: open the link in your mail; a second person decides after you',
  approved: 'approved',
  cooling: 'approved, waiting',
  active: 'in force',
  rejected: 'rejected, nothing has changed',
  expired: 'not approved in time, nothing has changed',
  cancelled: 'cancelled, nothing has changed',
  superseded: 'replaced by a later one',
  frozen: 'stopped by "this wasn\u2019t me"; payouts are held. Write to us.',
}

export const updateSentence = ({ status }: PayoutUpdate) => sentences[status] ?? status.replaceAll('_', ' ')
