import type { Schemas } from '@/lib/api/client'

/** The texts of approvals. Sentences for people: what happened, what it means, what to do. */
export const messages = {
  opening: 'Loading the request.',
  invalid: [
    'This link isn’t valid. Open it again from the newest email, and make sure you copied the whole link: it ends with a long code after #.',
    'A newer email replaces older links.',
  ],
  seeProfile: {
    before: 'Requests for you and your decisions are in ',
    link: 'your approvals',
    after: '.',
  },
  retry: 'Try again',
  approve: 'Approve',
  reject: 'Reject',
  logIn: 'Log in',
  logInToApprove:
    'To approve, log in with the account that received the email. We’ll bring you back here. Rejecting needs no login.',
  logInToSee: 'Log in with your approver account to see this request.',
  logOutFirst: {
    before: 'You can log out in ',
    link: 'your profile',
    after: ', then open the link in the email again.',
  },
  secondPerson: 'You decide as the second person.',
  expires: 'This link expires on ',
  openingDecidesNothing: 'Opening it doesn’t decide anything.',
  wasOpenUntil: (time: string) => `It could be approved until ${time}.`,
  decided: (time: string) => `Decided on ${time}`,
  settled: (time: string) => `Completed on ${time}`,
  transaction: 'Transaction',
  works: 'Works',
  cancelledWorks: 'Cancelled',
  cancelledWork: (n: number, mine: boolean) =>
    `${mine ? 'You cancelled' : 'The collector cancelled'} ${
      n === 1
        ? 'this withdrawal. The work stays in our vault.'
        : 'these withdrawals. The works stay in our vault.'
    }`,
  edition: (number: number, size: number) => (size === 1 ? 'Unique' : `#${number} of ${size}`),
}

interface Thing {
  approved: string
  undone: string
  completed: { title: string; text: string }
  failed: { title: string; text: string }
  stopped: { title: string; text: string }
  /** Where the owner requests it anew, below the profile. */
  again: [path: string, label: string]
  follow: [path: string, label: string]
}

const withdrawal = (works: number): Thing => {
  const one = works === 1
  const undone = one ? 'The token stays in our vault.' : 'The works stay in our vault.'
  return {
    approved: one
      ? 'The token will be sent to the wallet after its waiting time, and the owner gets an email when it has arrived.'
      : 'Each work will be sent to the wallet after its waiting time, and the owner gets an email when they have arrived.',
    undone,
    completed: {
      title: 'Approved and delivered',
      text: one
        ? 'The token is now in the wallet.'
        : 'The works are now in the wallet, except any that failed or that the owner cancelled. The owner’s withdrawals list each work.',
    },
    failed: {
      title: 'Approved, but not delivered',
      text: `${one ? 'The transfer failed and the token is' : 'The transfers failed and the works are'} still in our vault. You can request a withdrawal again.`,
    },
    stopped: { title: 'Approved, then cancelled', text: undone },
    again: ['collection/', 'Request the withdrawal again'],
    follow: ['withdrawals/', 'View your withdrawals'],
  }
}

const samePayouts = 'Payouts continue to the same wallet as before.'
const payoutWallet: Thing = {
  approved: 'The new wallet will be used after its waiting time. Until then nothing changes.',
  undone: samePayouts,
  completed: { title: 'Approved and in use', text: 'Payouts go to the new wallet.' },
  failed: { title: 'Approved, but not changed', text: samePayouts },
  stopped: { title: 'Approved, then cancelled', text: samePayouts },
  again: ['payout-wallet/', 'Request the wallet again'],
  follow: ['payout-wallet/', 'View your payout wallet'],
}

/** The texts of a kind of request. `works`: how many a withdrawal is about, including those that its owner cancelled. */
export const thingOf = (kind: Schemas['Approval']['kind'], works: number): Thing =>
  kind === 'payout_wallet_update' ? payoutWallet : withdrawal(works)

export const outcomes = {
  approvedByYou: {
    title: 'Approved by you',
    text: 'Your approval is recorded. A second person decides next, and nothing changes until then.',
  },
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Not approved in time',
  expiredOwner: 'You can request it again. Then we’ll email you a new link.',
  expiredOther: 'The person who requested it can request it again.',
  cancelled: 'Cancelled by the person who requested it',
}

// Page: approve-payout-wallet-update
export const approveAPayoutWallet = 'Approve a payout wallet'

// Page: approve-token-withdrawal
export const approveAWithdrawal = 'Approve a withdrawal'
