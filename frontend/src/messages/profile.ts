/** Texts: profile. */

// Area
export const saved = 'Saved.'
export const forArtists = 'For artists of the gallery: your share of sales in ether goes to'
export const yourPayoutWallet = 'your payout wallet'
export const andYourWorks = 'Prepare new works in'
export const yourStudio = 'your studio'
export const deskIsForStaff = 'This page is for gallery staff. What you bought is under'
export const tryAgain = 'Try again'
export const collection = 'Collection'
export const publicPage = 'Public page'
export const yourPublicPage = 'Your public page'
export const savedSection = 'Saved'

// Pending link
export const checkoutInProgress = 'You have a checkout in progress.'
export const backToTheCheckout = 'Back to the checkout'

// Sections
export const you = 'You'
export const orders = 'Orders'
export const withdrawals = 'Withdrawals'
export const approvals = 'Approvals'
export const wallets = 'Wallets'
export const security = 'Security'
export const salesAndPayouts = 'Sales and payouts'
export const studio = 'Studio'
export const payoutWallet = 'Payout wallet'
export const desk = 'Desk'
export const worksYouOwn = 'Works you own'
export const yourProfile = 'Your profile'
export const yourCollection = 'Your collection'
export const savedHeading = 'Saved and followed'
export const yourOrders = 'Your orders'
export const yourWallets = 'Your wallets'

// Navigation
export const profile = 'Profile'
export const paymentsToReview = 'Payments to review'
