/** Texts: collection. */

// Collection
export const emptyCollection =
  'Nothing hangs here yet. Works you buy appear here once the payment is confirmed.'
export const browseArtworks = 'Browse artworks'
export const onTheWay = (works: number) =>
  works === 1 ? 'One work is on its way to your wallet.' : `${works} works are on their way to your wallet.`
export const trackWithdrawals = 'Track withdrawals'
export const oneElsewhere = 'One work is'
export const severalElsewhere = (elsewhere: string) => `${elsewhere} are`
export const inOwnWallet = 'in your own wallet.'
export const linkTheWallet = 'Link the wallet'
export const linkToSee = 'to see'
export const linkToSeeEnd = 'here, or check'
export const yourWithdrawals = 'your withdrawals'
export const editionOf = (editionNumber: number, editionSize: number) => `#${editionNumber} of ${editionSize}`
export const unique = 'Unique'
export const noSeparateOriginal = 'This work has no separate original: the file on its page is the original.'
export const minting = 'Minting your edition.'
export const inOurVault = 'In our vault'
export const inYourWallet = (owner: string, owner2: string) => `In your wallet ${owner}…${owner2}`
export const frozen = 'We’re reviewing the payment. Until that’s done, the token stays in our vault.'
export const giftWaiting = 'A gift waiting to be accepted.'
export const viewGift = 'View the gift'
export const yourWorks = 'Your works'
/** Opens the tools of a work. */
export const more = 'Tools'
export const view = 'View'
export const runYourEdition = 'Run your edition'
export const runIt = 'Run it'
export const originalFile = 'Original file'
export const withdraw = 'Withdraw'
export const withdrawDestination = 'to a wallet'
export const withdrawEverything = 'Withdraw everything'
export const withdrawAtOnce = (works: number) =>
  `Send the ${works} works that are ready in our vault to one wallet, with one approval.`
export const cancelWithdrawal = 'Cancel withdrawal'
export const certificate = 'Certificate'
/** Leads to the certificate as a page. */
export const frame = 'Print to frame'
