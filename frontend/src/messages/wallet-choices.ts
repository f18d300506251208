/** Texts: wallet choices. */

// Wallet choices
export const chooseAWallet = 'Choose a wallet'
export const noWalletHere = 'No wallet here'
export const chooseHint = 'The wallet shows what it is asked to do before anything happens.'
export const noWalletHint =
  'This browser has no wallet. Install one, or open this page in the browser of your wallet on the phone.'
