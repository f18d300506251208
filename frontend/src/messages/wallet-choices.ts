/** Texts: wallet choices. */

// Wallet choices
export const chooseAWallet = 'Choose a wallet'
export const noWalletHere = 'No wallet found'
export const chooseHint = 'Your wallet shows you each request before anything happens.'
export const noWalletHint =
  'This browser has no wallet. Install one, or open this page in your wallet’s own browser.'
