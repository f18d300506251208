/** Texts: withdrawals. */

// Collection model
export const targetRefuses =
  'The address is a contract that doesn’t accept tokens. The token is still in our vault.'
export const tokenFrozen = 'We’re reviewing the payment. Until that’s done, the token stays in our vault.'
export const notInVault = 'The token isn’t in our vault.'
export const giftWaiting =
  'The edition is a gift waiting to be accepted. To withdraw it, take the gift back first.'
export const withdrawalPending = 'Another withdrawal of the token was already in progress.'
export const waitingForSignature = 'Waiting for your approval: sign it with your wallet.'
export const waitingForEmail = 'Waiting for your approval: open the link we emailed you.'
export const sent = 'Sent. Waiting for the network to confirm it.'
export const approvedUntil = (notBefore: string) =>
  `Approved. We’ll send it after ${notBefore}, so you can still stop it until then.`
export const inReview =
  'Approved. Our team checks it first, because many works left our vault today. You don’t need to do anything.'
export const reviewRejected =
  'Our team checked it and decided not to send it. The token is still in our vault. Contact us if you have questions.'
export const approved = 'Approved. We’re sending it now.'
export const giftDelivered = 'Confirmed: your gift is in this wallet.'
export const confirmed = 'Confirmed: the token is in your wallet.'
export const rejected = 'Rejected. The token is still in our vault.'
export const expired = 'Not approved in time. The token is still in our vault. You can request it again.'
export const cancelled = 'Cancelled. The token is still in our vault.'
export const requestAgain = 'The token is still in our vault. You can request it again.'
export const failed = (why: string) => `We couldn’t send it. ${why}`

// Withdrawals
export const noWithdrawals =
  'You haven’t sent anything to a wallet yet. We keep what you buy in our vault until you withdraw it.'
export const viewCollection = 'View collection'
export const token = 'Token'
export const toLabel = 'to'
export const requestedOn = (requestedAt: string) => `Requested ${requestedAt}`
export const transactionPart = ', transaction '
export const cancelWithdrawal = 'Cancel withdrawal'
export const cancelTogether = (n: number) => `Cancel all ${n} requested together`
