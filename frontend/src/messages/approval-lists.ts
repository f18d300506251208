import type { Schemas } from '@/lib/api/client'

/** The texts of the lists of approvals in the profile. */
export const lists = {
  waiting: {
    title: 'Waiting for you',
    none: 'No requests to review.',
    review: 'Review request',
    requested: (time: string) => `Requested on ${time}`,
    until: (time: string) => `Expires on ${time}`,
  },
  own: {
    title: 'Your requests',
    checkEmail: 'Waiting for you. Open the link in the email we sent you.',
    refused: (email: string) =>
      `We can’t reach you: ${email} refused our email. Change your email address, then make this request again.`,
    changeEmail: 'Change your email address',
    withApprover: 'You approved it. Now a second person decides.',
    resend: 'Email a new link',
    remind: 'Email approvers a new link',
    sent: 'We’ve emailed you a new link. Earlier links no longer work.',
    reminded: 'We’ve emailed the approvers a new link.',
  },
  sign: {
    title: 'Waiting for your signature',
    explain: 'Sign this with your wallet to approve it. Signing is free and covers this request only.',
    button: 'Approve with your wallet',
  },
  log: {
    title: 'Log',
    none: 'No approvals yet.',
    status: {
      pending: 'Pending',
      approved: 'Approved',
      rejected: 'Rejected',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
  },
}

type Logged = Schemas['ApprovalLogEntry']

/** What an entry of the log says. `mine`: the reader made the request. */
export function entrySentence({ event, role, you, byLink }: Logged, mine: boolean): string {
  const who = you ? 'You' : roleOf(role)
  const whoseLink = role === 'approver' ? 'the approvers’ link' : mine ? 'your link' : 'the requester’s link'
  switch (event) {
    case 'requested':
      return `${who} requested it`
    case 'viewed':
      return byLink ? `${capital(whoseLink)} was opened` : `${who} viewed it`
    case 'resent':
      return role === 'approver'
        ? `${you ? 'You' : 'The requester'} sent the approvers a new link`
        : `${you ? 'You' : 'The requester'} sent a new link`
    case 'work_cancelled':
      return `${who} cancelled the withdrawal of one work`
    case 'approved':
      return `${who} approved it`
    case 'rejected':
      return byLink ? `Rejected with ${whoseLink}` : `${who} rejected it`
    case 'expired':
      return 'Expired: nobody decided in time'
    case 'cancelled':
      return role ? `${who} cancelled it` : 'Cancelled after the approval'
    case 'completed':
      return 'Completed'
    case 'failed':
      return 'Failed'
    default:
      return event
  }
}

const roleOf = (role: Logged['role']) =>
  role === 'owner' ? 'The requester' : role === 'approver' ? 'An approver' : 'Someone'
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

// Log
export const pagination = 'Pagination'
export const previous = 'Previous'
export const next = 'Next'
