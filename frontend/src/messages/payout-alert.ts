/** Texts: payout alert. */

// Page: payout-alert
export const stopChangeTitle = 'Stop a change of payout wallet'

// Alert
export const itWasRejected = 'It was rejected.'
export const itExpired = 'It wasn’t approved in time.'
export const itWasCancelled = 'It was cancelled.'
export const itWasReplaced =
  'Another wallet was requested or approved after it. If that wasn’t you either, use the link in the email about that change.'
export const itWasDecided = 'It was decided another way.'
export const loading = 'Loading the change…'
export const linkExpired = 'This link has expired'
export const linkExpiredHint =
  'It was part of an email about a payout wallet, and it no longer works. If you didn’t change your payout wallet,'
export const contactUs = 'contact us'
export const linkExpiredHintEnd = 'now.'
export const question = 'Did you request this payout wallet?'
export const stopped = 'The change is stopped'
export const alreadyStopped = 'This change was already stopped'
export const nothingToStop = 'There’s nothing left to stop'
export const artist = 'Artist'
export const newWallet = 'New wallet'
export const previousWallet = 'Previous wallet'
export const requested = 'Requested'
export const walletActive = 'This wallet receives the artist’s share of sales now.'
export const walletPending =
  'This wallet will receive the artist’s share of sales once the change is approved and its waiting time is over.'
export const stopItHere =
  'If you didn’t request it, stop it here. You don’t need to log in. We then hold the artist’s share of new sales until another wallet is approved.'
export const stopThisChange = 'Stop this change'
export const requestedYourself =
  'Did you request it yourself? Close this page. Opening it has changed nothing.'
export const payoutsAreOnHold = 'Payouts are on hold'
export const payoutsOnHoldHint =
  'We hold the artist’s share of new sales until another wallet is approved. Nothing is lost.'
export const changePassword = 'Someone may know your password. Change it, then'
export const requestYourWalletAgain = 'request your wallet again'
export const changeIsOver = (ending: string) =>
  `The change to this wallet isn’t under way any more. ${ending} You can see all changes in`
export const yourProfile = 'your profile'
