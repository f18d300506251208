/** Texts: the story of an order. */

// Order model
export const held = 'Edition held for you'
export const holdEnded = 'The hold ended. Nothing was charged.'
export const cancelled = 'Cancelled. Nothing was charged.'
export const paymentReceived = 'Payment received'
export const paymentConfirmed = 'Payment confirmed'
export const minted = 'Minted into our vault for you'
export const withdrawalRequested = 'Withdrawal requested'
export const transferRequested = 'Transfer to the recipient’s wallet started'
export const moved = 'Moved to a wallet'
export const changedHands = 'Changed hands'
export const refund = (state: string) => `Your money ${state}`

// Order story
export const heading = (number: string) => `Order ${number}`
export const allOrders = 'All orders'
export const story = 'What happened'
export const done = 'done'
export const notYet = 'not yet'
export const documents = 'Documents'
export const noDocuments = 'Your receipt appears here once the payment is final.'
export const certificatePage = 'Print to frame'
export const orderNumber = 'Order number'
export const copyNumber = 'Copy the order number'
export const by = 'by'
export const missing = 'We can’t find this order in your account.'
export const continuePaying = 'Continue to payment'
export const viewArtwork = 'View artwork'
export const collection = 'View collection'
export const transaction = 'Transaction'
export const withdrawal = 'Withdrawal'
export const chainUnavailable = 'We can’t read the chain right now, so later steps may be missing.'
export const byCard = 'paid by card'
export const withEther = 'paid with ether'
