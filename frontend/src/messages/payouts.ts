/** Texts: payouts. */

// Payout model
export const heldCard = 'Sold by card: we hold your share until we pay out card sales'
export const heldNoWallet = 'You had no payout wallet: we hold your share'
export const heldFrozen = 'Your payouts were on hold: we hold your share'
export const heldAuction = 'Sold in an auction: we hold your share of the last price'
export const saleConfirming = 'The network is confirming the payment'
export const saleCredited = 'Credited to your payout wallet'
export const saleHeld = 'We hold your share'
export const saleRefunded = 'Refunded to the collector'
export const partlyRefunded = 'partly refunded'
export const disputed = 'disputed by the bank'
export const toBeDeducted = (shown: string) => `${shown} of refunded sales will be deducted`
export const onItsWay = 'On its way'
export const sentConfirming = 'Sent, confirming'
export const paidOut = 'Paid out'
export const notSent = 'Not sent'
export const nothingToWithdraw = 'the balance had already been withdrawn'
export const walletRefused = 'your wallet refused it'
export const networkRestarted = 'the network was restarted'

// Payouts
export const noArtist =
  'This page is for artists. Your account isn’t linked to an artist. Contact us to connect it.'
export const payoutsAreOnHold = 'Payouts are on hold'
export const payoutsOnHoldHint =
  'Someone told us “This wasn’t me” about a change of your payout wallet. We hold your share of new sales until'
export const anotherWallet = 'another wallet'
export const payoutsOnHoldHintEnd = 'is approved.'
export const balance = 'Balance'
export const noWallet = 'You don’t have a payout wallet yet, so we hold your share of sales for you.'
export const addAPayoutWallet = 'Add a payout wallet'
export const sales = 'Sales'
export const payouts = 'Payouts'
export const onChainFor = (name: string) => `On ${name}, for`
export const forLabel = 'For'
export const yourWallet = 'your wallet'
export const stillConfirming = (confirming: string) => `${confirming} of it is still confirming.`
export const checkingBalance = 'We’re checking this balance with the payment contract.'
export const payoutOnItsWay = 'Your payout is on its way'
export const payoutOnItsWayHint = 'This page updates when it has arrived.'
export const withdrawToYourWallet = 'Withdraw to your wallet'
export const withdrawWithOwnWallet = 'Withdraw with your own wallet'
export const networkFeeHint = 'We pay the network fee, unless you use your own wallet.'
export const minimumHint = (minimum: string) =>
  `We send payouts from ${minimum}. You can withdraw less with your own wallet.`
export const heldForYou = 'Held for you'
export const heldFromCards = 'From card sales. We pay it out to you.'
export const heldFromEther = 'From ether sales while you had no payout wallet, or while payouts were on hold.'
export const noSales = 'Nothing sold yet. We’ll email you at each sale, and list it here.'
export const editionOf = (editionNumber: number, editionSize: number) => `#${editionNumber} of ${editionSize}`
export const yourShareOf = (share: string, price: string) => `Your share: ${share} of ${price}`
export const soldOn = (soldAt: string) => `${soldAt}, paid`
export const byCard = 'by card'
export const withEther = 'with ether'
export const noPayouts = 'Nothing paid out yet.'
export const paidOutAt = (at: string) => `${at}, to`
export const transactionPart = ', transaction '
export const pagesOf = (name: string) => `Pages of ${name}`
export const newer = 'Newer'
export const older = 'Older'

// Statement
export const statements = 'Statements'
export const statementsHint =
  'Your sales, our fees, refunds, payouts and balances of a period, for your bookkeeping. Periods are in UTC.'
export const statementOf = 'Statement of'
export const statementLengths = { month: 'A month', quarter: 'A quarter', year: 'A year', all: 'All time' }
export const statementPeriod = 'Period'
export const allTime = 'All time'
export const downloadPdf = 'Download PDF'
export const downloadCsv = 'Download CSV'
