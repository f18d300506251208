import { isolate } from '@/messages/direction'

/** Texts: review. */

// Page: reviews
export const backToDesk = 'Back to the desk'
export const paymentsToReview = 'Payments to review'

// Review model
export const tryTheRefundAgain = 'Try the refund again'
export const refundThePayment = 'Refund the payment'
export const keepSale = 'Keep the sale without a refund'
export const acceptPayment = 'Accept the payment for the edition'
export const closeRefundedAnotherWay = 'Close: refunded another way'
export const closeWithoutARefund = 'Close without a refund'
export const lessThanThePrice = 'Less than the price'
export const moreThanThePrice = 'More than the price'
export const wrongCurrency = 'Wrong currency'
export const wrongNetworkOrCoin = 'Wrong network or coin'
export const paidLate = 'Paid after the hold ended'
export const paidTwice = 'Paid twice'
export const unknownOrder = 'Unknown order'
export const sentOutsideTheCheckout = 'Sent outside the checkout'
export const refundFailed = 'Refund failed'
export const networkReversed = 'The network reversed the payment'
export const refunded = 'Refunded'
export const acceptedForTheEdition = 'Accepted for the edition'
export const closedWithoutARefund = 'Closed without a refund'
export const resolvedAutomatically = 'Resolved automatically'
export const saleKept = 'Sale kept'
export const refundedAnotherWay = 'Refunded another way'
export const closed = 'Closed'
export const byYou = 'by you'
export const memberOfStaff = 'a member of staff'
export const work = 'Work'
export const artist = 'Artist'
export const price = 'Price'
export const order = 'Order'
export const status = 'Status'
export const cardPayment = 'Card payment'
export const token = 'Token'
export const amount = 'Amount'
export const smallestUnits = (amount: string) => `${amount} of the token’s smallest units`
export const network = 'Network'
export const chainNumber = (chainId: number) => `Chain ${chainId}`
export const transaction = 'Transaction'
export const payer = 'Payer'
export const refundAddress = 'Refund address'
export const lessThanAMinute = 'less than a minute'
export const days = (hours: number) => `${hours} days`
export const decidedBy = (name: string) => `by ${isolate(name)}`

// Case
export const waitingPart = (createdAt: string) => `, waiting for ${createdAt}`
export const detailsThen = 'Details at the time'
export const reasonMissing = 'Enter a reason. It is stored with the decision.'
export const nothingToDecide = 'Nothing to decide yet: the payment is still being processed.'
export const decision = 'Decision'
export const sendItTo = 'Send it to'
export const sendToHint =
  'Leave empty to use the refund address above. Never refund to an exchange’s sending address.'
export const sendToHintWithoutAddress =
  'Contact the payer for their own address. The sender may be an exchange or a contract.'
export const why = 'Why'
export const whyHint = 'Stored with the decision. The buyer doesn’t see it.'
export const decide = 'Decide'

export const decided = (action: string) => `Decided: ${action.charAt(0).toLowerCase()}${action.slice(1)}.`
export const waitsForApproval =
  'A second member of staff must approve the refund. It’s listed under “Refunds to approve”.'

// Withdrawals above a daily limit
export const withdrawalsToCheck = 'Withdrawals to check'
export const withdrawalsHint =
  'Their owners approved them, but more works left the vault today than the limit allows. Contact the owner another way before you approve.'
export const worksTogether = (works: number) => `${works} works, requested together`
export const tokens = 'Tokens'
export const account = 'Account'
export const accountLimit = 'This account has reached today’s limit for withdrawals'
export const vaultLimit = 'The vault has reached today’s limit for withdrawals'
export const withdrawalReason = 'Your reason'
export const withdrawalReasonHint = 'Stored with the decision. The owner doesn’t see it.'
export const decidedWithdrawals = 'Decided withdrawals'
export const withdrawalApproved = 'Approved'
export const withdrawalRejected = 'Rejected'
export const approveWithdrawals = (works: number) =>
  works === 1 ? 'Approve the withdrawal' : `Approve all ${works} withdrawals`
export const rejectWithdrawals = (works: number) =>
  works === 1 ? 'Reject the withdrawal' : `Reject all ${works} withdrawals`
export const withdrawalsApproved = (works: number) =>
  works === 1 ? 'Approved. The withdrawal continues.' : `Approved. ${works} withdrawals continue.`
export const withdrawalsRejected = (works: number) =>
  works === 1 ? 'Rejected. The work stays in the vault.' : `Rejected. ${works} works stay in the vault.`
export const ownWithdrawal = 'This is your own withdrawal, so someone else must decide.'

// Refund request
export const refundsToApprove = 'Refunds to approve'
export const refundOf = (money: string) => (money ? `Refund of ${money}` : 'Refund')
export const requestedBy = 'Requested by'
export const you = 'you'
export const approveUntil = (time: string) => `, approve by ${time}`
export const approveRefund = 'Approve the refund'
export const rejectRefund = 'Reject the refund'
export const withdrawRequest = 'Withdraw the request'
export const refundApproved = 'Approved. The refund is on its way.'
export const refundRejected = 'Rejected. Nothing is refunded.'
export const requestWithdrawn = 'Your request is withdrawn. Nothing is refunded.'
export const workBy = (title: string, artist: string) => `${isolate(title)} by ${isolate(artist)}`
export const edition = 'Edition'
export const editionOf = (number: number, size: number) => `${number} of ${size}`
export const earlierRefunds = 'Earlier refunds'
export const noEarlierRefunds = 'None'
export const whereTheWorkIs = 'Where the work is'
export const places: Record<string, string> = {
  vault: 'In our vault',
  leaving: 'In our vault, with a withdrawal that hasn’t ended',
  wallet: 'In the buyer’s own wallet, where it stays',
  returned: 'Back in our vault',
  unknown: 'We couldn’t check',
}
export const againstReturn = 'The money goes out once the buyer has sent the work back.'
export const waitsForReturn = 'Approved. Waiting for the buyer to send the work back.'
export const returnedAt = (time: string) => `, the work is back since ${time}`
export const returnProblems = {
  limit: 'The work is back, but this refund would exceed the daily limit.',
  changed: 'The work is back, but what’s left of the payment isn’t what was approved.',
  not_possible:
    'The work is back, but the order’s status doesn’t allow a refund, for example during a dispute.',
}
export const triedAgain = 'We try again every few minutes.'
export const tryRefundNow = 'Try the refund now'
export const returnUntil = (time: string) => `, the work has to be back by ${time}`
export const returnApproved = 'Approved. We emailed the buyer where to send the work.'
export const refundNeedsSecond = 'A second member of staff must approve this refund.'
export const refundGoesOutNow = 'This refund goes out immediately, without a second person.'
export const needsSomeoneElse = 'You requested this refund, so someone else must approve it.'

// Queue
export const staffOnly = 'This page is for gallery staff.'
export const logInToReview = 'Log in to review payments'
export const staffOnlyOrders = 'This page is for gallery staff. You’ll find your own payments in'
export const yourOrders = 'your orders'
export const allClear = 'All clear'
export const oneCase = '1 case to review'
export const cases = (count: number) => `${count} cases to review`
export const allClearHint = 'Every payment is matched or refunded. New cases appear here.'
