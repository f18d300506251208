/** Texts: payout wallet. */

// Payout
export const requestedEmailSoon = 'Requested. The approval email is on its way'
export const waitingForYou =
  'Waiting for your approval: open the link in the email. A second person approves after you'
export const approved = 'Approved'
export const approvedWaiting = 'Approved, in its waiting time'
export const active = 'Active'
export const rejected = 'Rejected. Nothing has changed'
export const expired = 'Not approved in time. Nothing has changed'
export const cancelled = 'Cancelled. Nothing has changed'
export const replaced = 'Replaced by a later change'
export const stopped = 'Stopped with “This wasn’t me”'
export const waitingForSecond = 'You approved it. Now a second person at the gallery has to approve it too'
export const waitingForSecondOther =
  'Approved by the account that requested it. A second person at the gallery still has to approve it'
export const waitingForRequester = 'Waiting for the approval of the account that requested it'
export const noArtist =
  'A payout wallet receives an artist’s share of ether sales. This account isn’t linked to an artist. Contact us to connect it.'
export const walletAddress = 'Wallet address'
export const walletAddressHint =
  'An address, or an ENS name like alice.eth. You and a second person approve the change. Then it waits for a while, so that you can stop it.'
export const requestThisWallet = 'Request this wallet'
export const changes = 'Changes'
export const requestedOn = (requestedAt: string) => `. Requested ${requestedAt}`
export const payoutsAreOnHold = 'Payouts are on hold'
export const payoutsOnHoldHint =
  'Someone told us “This wasn’t me” about a change of your payout wallet. We hold your share of new sales until you request a wallet below and it’s approved.'
export const previousWallet = 'Before that, it went to'
export const currentWallet = 'Your share of ether sales goes to'
export const noWallet =
  'You don’t have a payout wallet yet. Until you do, we hold your share of ether sales for you.'
export const artistUnlinked = 'This account isn’t linked to an artist any more'
export const artistUnlinkedHint =
  'You can still see the changes that you requested. Contact us if this is a mistake.'
export const changeInProgress = 'A change is in progress'
export const requestedByOther = 'Another account of this artist requested it.'
export const newWalletLabel = 'To'
export const takesEffectOn = (notBefore: string) => ` It takes effect on ${notBefore}.`
export const cancelTheChange = 'Cancel the change'
