/** Texts: invariants. */

// Page: invariants
export const ourPromisesInNumbers = 'Our promises, in numbers'
export const pageDescription =
  'Editions sold and held against edition sizes, payments against orders: live figures that anyone can check.'
export const introduction =
  'No edition is sold twice, no payment is lost, nothing is delivered unpaid. These figures come straight from our order database. You can also'
export const readThemAsJson = 'read them as JSON'

// Invariants model
export const oversold = 'Artworks with more editions sold or held than exist'
export const unmatchedPayments = 'Final payments without exactly one order, refund or open case'
export const unpaidCompletions = 'Completed orders without exactly one payment'
export const contractUnpaid = 'Ether orders that the payment contract says are unpaid'
export const unmatchedTokens = 'Paid orders without exactly one token'
export const wrongDifferences = 'Auction sales that don’t cost the last price'
export const impossibleStates = 'Orders in an impossible state'
export const vanishedTokens = 'Minted tokens that their chain has lost'
export const unbalancedLedgers = 'Ledgers that don’t add up to zero'
export const everyPromiseHolds = 'Every promise holds.'
export const onePromiseBroken = '1 promise is broken.'
export const promisesBroken = (violations: number) => `${violations} promises are broken.`
export const expiredHolds = 'Expired holds not yet released'
export const openCardPayments = 'Card payments without a result'
export const refundsInProgress = 'Refunds in progress'
export const confirmingPayments = 'Payments not yet final'
export const tokensBeingMinted = 'Tokens being minted'
export const unpublishedEvents = 'Events not yet published'
export const paymentsToReview = 'Payments to review'
export const returnsToRefund = 'Returned works to refund'
export const auctionsToSettle = 'Auctions not yet settled'
export const minutes = (seconds: number) => `${seconds} min`
export const days = (seconds: number) => `${seconds} days`

// Figures
export const countedAt = (at: string) => `Counted at ${at}.`
export const whatMustNeverHappen = 'What must never happen'
export const editions = 'Editions'
export const totalEditions = 'Total editions of works with sales or holds'
export const sold = 'Sold'
export const heldNow = 'Held for a buyer right now'
export const inProgress = 'In progress'
export const inProgressHint = 'Things that normally take a moment, and how long the oldest has taken.'
export const countAndOldest = (count: number, seconds: string) => `${count}, oldest ${seconds}`
export const byArtwork = 'By artwork'
export const artwork = 'Artwork'
export const held = 'Held'
