/** Texts: wallet connect. */

// Wallet connect
export const chainsUnknown = 'We haven’t loaded the gallery’s networks yet. Try again in a moment.'
export const noneChosen = 'No wallet was chosen. Nothing was sent.'
export const noneFound =
  'No wallet was found in this browser. Install one, or open this page in your wallet’s own browser.'
export const noAccount = 'The wallet didn’t share an account. Unlock it and try again.'
export const belowPriceOrCard = (symbol: string) =>
  `The wallet holds less ${symbol} than the price. Nothing was sent. Top it up, choose another wallet, or pay by card.`
export const belowPrice = (symbol: string) =>
  `The wallet holds less ${symbol} than the price. Nothing was sent. Top it up, or choose another wallet.`
export const belowFee = (symbol: string) =>
  `The wallet holds enough ${symbol} for the price but not for the network fee. Nothing was sent. Top it up, or choose another wallet.`
