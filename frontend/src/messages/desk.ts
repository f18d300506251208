/** Texts: desk of staff. */

// Desk
export const today = 'Today'
export const orders = 'Orders'
export const backToOrders = 'All orders'

// Today
export const dayStarts = (day: string, orders: string) => `${day}, from midnight UTC. ${orders}.`
export const nothingOpen = 'No orders are open.'
export const noneToday = 'No new orders yet'
export const ordersToday = (n: number) => (n === 1 ? '1 new order' : `${n} new orders`)
export const openOrders = 'Open orders'
export const paidToday = 'Paid today'
export const refundedToday = 'Refunded today'
export const nothingYet = 'Nothing yet'
export const byCard = 'by card'
export const inEther = 'in ether'
export const waiting = 'Waiting for you'
export const reviewsWaiting = (n: number) =>
  n === 0 ? 'No payments to review' : n === 1 ? '1 payment to review' : `${n} payments to review`
export const refundsWaiting = (n: number) =>
  n === 0 ? 'No refunds to approve' : n === 1 ? '1 refund to approve' : `${n} refunds to approve`
export const withdrawalsWaiting = (n: number) =>
  n === 0 ? 'No withdrawals to check' : n === 1 ? '1 withdrawal to check' : `${n} withdrawals to check`
export const withdrawalsToCheck = 'Withdrawals to check'
export const approvals = 'Approvals'
export const promises = 'Our promises, in numbers'

export const nextDrop = 'Next drop'
export const dropOpens = (time: string, works: number) =>
  `opens ${time}, with ${works === 1 ? '1 artwork' : `${works} artworks`}.`
export const noNextDrop = 'No drop is announced.'
export const refusedEmails = 'Refused emails'
export const refusedEmail = (subject: string, time: string, error: string) => `${subject}, ${time}. ${error}`
export const alarmsTitle = 'Alarms'
export const noAlarms = 'No alarms. Every promise holds.'
export const inProgress = 'In progress'
export const nothingInProgress = 'Nothing is in progress.'

const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

/** What must never happen, in words. Each needs a person. */
export const alarms = {
  oversoldArtworks: (n: number) =>
    `${plural(n, 'artwork has', 'artworks have')} more editions sold or held than exist. Take it off sale and look at its orders.`,
  unmatchedPayments: (n: number) =>
    `${plural(n, 'final payment has', 'final payments have')} no order, refund or review. Find out whose money it is, and match or refund it.`,
  unpaidCompletions: (n: number) =>
    `${plural(n, 'completed order doesn’t', 'completed orders don’t')} have exactly one payment.`,
  contractUnpaid: (n: number) =>
    `${plural(n, 'ether order is', 'ether orders are')} unpaid according to the payment contract. Don’t refund or release anything until it’s clear why.`,
  unmatchedTokens: (n: number) =>
    `${plural(n, 'paid order doesn’t', 'paid orders don’t')} have exactly one token.`,
  illegalTransitions: (n: number) =>
    `${plural(n, 'order is', 'orders are')} in a state that our rules don’t allow.`,
  vanishedTokens: (n: number) =>
    `${plural(n, 'minted token has', 'minted tokens have')} vanished from the chain.`,
  unbalancedLedgers: (n: number) =>
    `${plural(n, 'ledger doesn’t', 'ledgers don’t')} add up to zero. Don’t pay anyone out until it’s clear why.`,
  wrongDifferences: (n: number) =>
    `${plural(n, 'auction sale doesn’t', 'auction sales don’t')} cost the last price, or got the wrong amount back.`,
  haltedChains: (n: number) =>
    `${plural(n, 'network is', 'networks are')} halted: ether payments, mints and withdrawals are waiting.`,
}
export const alarmNames = Object.keys(alarms) as (keyof typeof alarms)[]

/** Work that normally takes a moment, in words. */
export const progress = {
  holds: (n: number, age: string) =>
    `${plural(n, 'expired hold isn’t', 'expired holds aren’t')} released yet; the oldest expired ${age} ago.`,
  sessions: (n: number, age: string) =>
    `${plural(n, 'card payment has', 'card payments have')} no result yet; the oldest started ${age} ago.`,
  refunds: (n: number, age: string) =>
    `${plural(n, 'refund is', 'refunds are')} on the way; the oldest started ${age} ago.`,
  payments: (n: number, age: string) =>
    `${plural(n, 'payment isn’t', 'payments aren’t')} final yet; the oldest arrived ${age} ago.`,
  mints: (n: number, age: string) =>
    `${plural(n, 'token is', 'tokens are')} being minted; the oldest has waited ${age}.`,
  outbox: (n: number, age: string) =>
    `${plural(n, 'event isn’t', 'events aren’t')} published yet; the oldest has waited ${age}.`,
  reviews: (n: number, age: string) =>
    `${plural(n, 'payment needs', 'payments need')} a review; the oldest has waited ${age}.`,
  returns: (n: number, age: string) =>
    `${plural(n, 'work was sent back, but its refund', 'works were sent back, but their refunds')} can’t go out; the oldest came ${age} ago.`,
  auctions: (n: number, age: string) =>
    `${plural(n, 'auction isn’t', 'auctions aren’t')} settled yet; the oldest ended ${age} ago.`,
}

/** "12 s", "4 min", "3 h", "2 days". */
export function age(seconds: number) {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}

// Orders
export const findOrders = 'Find orders'
export const searchLabel = 'Order, buyer, payment or artwork'
export const searchHint =
  'An order’s number, an email address or how it starts, a wallet, a transaction, a token, a card payment, an invoice or an artwork.'
export const status = 'Status'
export const anyStatus = 'Any'
export const noOrders = 'There are no orders yet.'
export const noOrdersFound = 'No orders found.'
export const found = (n: number, more: boolean) =>
  `${n}${more ? ' or more' : ''} ${n === 1 && !more ? 'order' : 'orders'}`
export const order = 'Order'
export const artwork = 'Artwork'
export const artist = 'Artist'
export const buyer = 'Buyer'
export const price = 'Price'
export const created = 'Created'
export const noEmail = 'no email'
export const edition = (n: number, size: number) => `edition ${n} of ${size}`

export const groups = {
  attention: 'Needs attention',
  paying: 'Being paid',
  confirming: 'Confirming',
  delivering: 'Delivering',
  completed: 'Completed',
  refunds: 'Refunds',
  ended: 'Ended unpaid',
}

export const statuses = {
  reserved: 'Held',
  awaiting_payment: 'Waiting for payment',
  payment_failed: 'Payment failed',
  payment_seen: 'Payment received',
  confirming: 'Confirming',
  reverted: 'Reversed by the network',
  paid: 'Paid',
  delivering: 'Minting',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  in_review: 'In review',
  refund_pending: 'Refund in progress',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Disputed',
}

// Order
export const orderNumber = (short: string) => `Order ${short}`
export const noSuchOrder = 'This order doesn’t exist.'
export const overdue = 'This takes longer than usual.'
export const name = 'Name'
export const email = 'Email'
export const notVerified = ' (not verified)'
export const account = 'Account'
export const allOrdersOfBuyer = 'All orders of this buyer'
export const token = 'Token'
export const notMinted = ' (not minted yet)'
export const mint = 'Mint transaction'
export const country = 'Billing country'
export const dispute = 'Dispute'
export const held = 'Held until'
export const giftFor = 'Gift for'
export const giftWaiting = ' (not accepted yet)'
export const giftAccepted = 'Gift accepted by its recipient'
export const steps = 'Steps'
export const by: Record<string, string> = {
  buyer: 'by the buyer',
  provider: 'by the card provider',
  chain: 'by the network',
  staff: 'by staff',
  reconciler: 'automatically',
}
export const payments = 'Payments'
export const noPayments = 'No payment has arrived.'
export const cardPayment = 'Card payment'
export const etherPayment = 'Ether payment'
export const payment = { seen: 'received, not final', final: 'final', reverted: 'reversed' }
export const bought = 'bought the edition'
export const outside = 'sent outside the checkout'
export const confirmations = (have: number, need: number) =>
  have < need ? `${have} of ${need} confirmations` : `${have} confirmations`
export const provider = 'At the provider'
export const transaction = 'Transaction'
export const network = 'Network'
export const chain = (id: number) => `Chain ${id}`
export const payer = 'Paid from'
export const refundAddress = 'Refund address'
export const visits = 'Visits to the card page'
export const visit = {
  intent: 'Being opened',
  open: 'Open',
  complete: 'Completed',
  expired: 'Expired',
  refused: 'Refused by the provider',
}
export const quotes = 'Prices in ether'
export const quote = { open: 'open', paid: 'paid', revoked: 'dropped by the buyer', ended: 'ended' }
export const until = (time: string) => `until ${time}`
export const refunds = 'Refunds'
export const noRefunds = 'Nothing was refunded.'
export const refund = { pending: 'pending', sent: 'sent', succeeded: 'refunded', failed: 'failed' }
export const request = {
  pending: 'waits for a second member of staff',
  returning: 'waits for the buyer to send the work back',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
}
export const returnedUnpaid = 'the work is back, but the refund can’t go out'
export const requestedBy = (who: string) => `requested by ${who}`
export const decidedBy = (who: string) => `by ${who}`
export const approvedBy = (who: string) => `approved by ${who}`
export const memberOfStaff = 'a member of staff'
export const decideRequests = 'Approve or reject it under payments to review'
export const reviews = 'Reviews'
export const noReviews = 'Nothing needed a decision.'
export const open = 'open'
export const closed = 'closed'
export const ledger = 'Ledger'
export const ledgerLead = 'Positive is where the money is, negative is who it’s owed to.'
/** By the code without the number of an artist or an order. */
export const ledgerAccounts: Record<string, string> = {
  'card:clearing': 'Card provider',
  'chain:contract': 'Payment contract',
  'chain:treasury': 'Gallery’s wallet for refunds',
  'chain:wallets': 'Gallery’s wallets',
  'platform:revenue': 'Gallery’s share',
  'artist:payable': 'Artist’s share, held by us',
  'artist:onchain': 'Artist’s share, in the contract',
  'buyer:payable': 'Owed to the buyer',
}
export const noLedger = 'Nothing was booked.'
export const documents = 'Documents'
export const noDocuments = 'No documents were issued.'
export const emails = 'Emails'
export const noEmails = 'No emails were sent about this order.'
export const emailStatus = {
  waiting: 'waiting since',
  sent: 'sent',
  failed: 'not delivered, queued',
  refused: 'refused, queued',
}
export const emailTo = (recipient: string, status: string) => `To ${recipient}, ${status}`
export const mailServerSaid = (error: string) => `The mail server said: ${error}`
export const receipt = 'Receipt'
export const documentNumber = (kind: string, number: string) => `${kind} ${number}`
export const document = { invoice: 'Invoice', credit_note: 'Credit note' }

// Refund
export const refundOrder = 'Refund this order'
export const amountLabel = 'Amount to refund'
export const amountHint = (left: string) => `Leave empty to refund all that’s left, ${left}.`
export const badAmount = (left: string) => `Enter an amount up to ${left}.`
export const etherWhole = (left: string) => `Ether is refunded in full: ${left}.`
export const addressLabel = 'Send it to'
export const addressHint = 'Leave empty to use the refund address of the payment.'
export const addressMissing = 'The payment names no refund address. Enter the buyer’s own address.'
export const why = 'Why'
export const whyHint = 'Stored with the refund. The buyer doesn’t see it.'
export const whyMissing = 'Enter a reason.'
export const check = 'Check the refund'
export const confirmTitle = (amount: string) => `Refund ${amount}?`
export const toCard = (amount: string) => `${amount} will be refunded to the card that paid.`
export const toWallet = (amount: string, to: string) => `${amount} goes to ${to}.`
export const cannotUndo = 'You can’t undo this.'
export const goesOutNow = 'It goes out immediately, without a second person.'
export const tokenPlaces: Record<string, string> = {
  wallet: 'The work is in the buyer’s own wallet and stays there.',
  leaving: 'A withdrawal of the work hasn’t ended. The buyer may keep the work.',
  returned: 'The work was withdrawn and is back in the vault.',
  unknown: 'We can’t check where the work is right now. The buyer may keep it.',
}
export const againstReturn = 'Refund only once the buyer has sent the work back'
export const againstReturnHint =
  'We email the buyer the vault’s address. They have 14 days, and the money goes out once the work has arrived.'
export const wholeReturn = 'Against the return of the work, we refund all that’s left. Leave this empty.'
export const afterReturn = 'The money goes out once the work is back in the vault.'
export const confirm = (amount: string) => `Refund ${amount}`
export const back = 'Change it'
export const refundStarted = 'The refund is on its way.'
export const refundRequested = 'A second member of staff must approve this refund.'

// Release
export const releaseTitle = 'Sell this edition again'
export const releaseStates: Record<string, string> = {
  ready: 'The refund went through, so this edition can go on sale again. Agree on it with the artist first.',
  minting: 'The token is being minted. You can release the edition once the mint is final.',
  withdrawing:
    'A withdrawal of the token hasn’t ended. It fails automatically, because the token is frozen. If it’s in its waiting time, that takes up to three days.',
  gone: 'The token has left the vault or belongs to another order, so this edition stays off sale.',
  unknown: 'We can’t check the token right now. Try again in a few minutes.',
}
export const releasedOn = (time: string) => `This edition has been on sale again since ${time}.`
export const releaseWhyHint = 'Stored with the order. The buyer doesn’t see it.'
export const checkRelease = 'Check the release'
export const confirmRelease = (edition: string) => `Put ${edition} on sale again?`
export const releaseMeans =
  'The next buyer can buy it and gets its token. This buyer can’t get it back, even if the bank returns the refund. You can’t undo this.'
export const release = 'Release the edition'
