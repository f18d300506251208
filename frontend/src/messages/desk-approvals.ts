/** Texts: the approvals' log on the desk of staff. */

export const approvals = 'Approvals'
export const lead =
  'Every request and what happened to it. Entries can’t be changed: the hash of each entry includes the one before it.'
export const findApprovals = 'Find approvals'
export const searchLabel = 'Account, email or request'
export const searchHint =
  'A complete account ID, the requester’s email address, or the ID of a request or wallet change.'
export const kind = 'Kind'
export const kinds = {
  '': 'Any',
  token_withdrawal: 'Withdrawals',
  payout_wallet_update: 'Payout wallets',
}
export const status = 'Status'
export const statuses = {
  '': 'Any',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Cancelled',
}
export const outcomes = { '': '', completed: 'completed', failed: 'failed', cancelled: 'stopped afterwards' }
export const found = (n: number) => (n === 1 ? '1 request' : `${n} requests`)
export const noneFound = 'No requests found.'
export const none = 'No requests yet.'
export const results = 'Requests'
export const requestedBy = 'Requested by'
export const number = 'Number'

// Entries
export const events = {
  requested: 'Requested',
  viewed: 'Opened',
  resent: 'New link sent',
  work_cancelled: 'Withdrawal of one work cancelled',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired: nobody decided in time',
  cancelled: 'Cancelled',
  completed: 'Completed',
  failed: 'Failed',
}
export const roles = { '': '', owner: 'as the owner', approver: 'as an approver' }
export const byLink = 'with the emailed link'
export const byAccount = (id: string) => `by ${id.slice(-8)}`

// Verification
export const verification = 'The log’s hashes'
export const verify = 'Verify the log'
export const verifyLead =
  'Computes every hash again. It finds changed entries, and entries removed or added before others. It can’t see that a request’s newest entries were removed.'
export const intact = (entries: string, requests: string) =>
  entries === '0'
    ? 'The log has no entries yet.'
    : `All ${entries} entries of ${requests} requests match their hashes.`
export const brokenTitle = (broken: number, entries: string) =>
  broken === 1
    ? `1 of ${entries} entries doesn’t match its hash`
    : `${broken} of ${entries} entries don’t match their hashes`
export const brokenMeans =
  'Someone changed the database. Stop withdrawals and payouts, keep a copy of the database, and follow the runbook.'
export const brokenEntry = (seq: string, request: string, event: string) =>
  `Entry ${seq}, request ${request}: ${event}`
