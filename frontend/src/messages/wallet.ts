/** Texts: wallet. */

// Wallet problem
export const noneFound =
  'No wallet was found in this browser. Install one, or open this page in your wallet’s own browser.'
export const declined = 'You declined in your wallet. Nothing was sent.'
export const busy =
  'Your wallet already has an open request. Open the wallet, confirm or decline it, then try again.'
export const insufficientFunds =
  'Your wallet doesn’t hold enough for the price and the network fee. Nothing was sent. Top it up, or choose another wallet.'
export const nonceUsed =
  'Your wallet reused the number of an earlier transaction. Nothing was sent. Reset the account in the wallet and try again.'
export const feeTooLow =
  'The network fee is too low to replace an earlier transaction. Nothing was sent. Raise the fee in your wallet.'
export const reverted =
  'The payment contract refuses this transaction, so nothing was sent. The locked price may have ended, or the order may be paid already. Wait a minute, then try again.'
export const hashMismatch =
  'The wallet returned another transaction than the requested one, and may have sent it. Check your wallet before you try again.'
export const failed =
  'The network included the transaction, but it failed. You only paid the network fee. Check your wallet, then try again.'
export const legacyTransaction =
  'Your wallet made a legacy transaction (before EIP-155), which networks no longer accept. Nothing was sent. Update the wallet, or use another one.'
export const otherNetwork =
  'Your wallet is on another network and couldn’t switch. Nothing was sent. Switch the network in your wallet, then try again.'
export const notConnected =
  'Your wallet isn’t connected to a network. Nothing was sent. Choose a network in your wallet, then try again.'
export const unsupportedAction =
  'This wallet doesn’t support this action. Nothing was sent. Use another wallet.'
export const noNames =
  'Name service not configured or unsupported. Use the address instead: 0x and 40 characters.'
export const nameInvalid =
  'This isn’t a valid name. Check its spelling, or use the address instead: 0x and 40 characters.'
export const nameNotFound =
  'This name doesn’t point to an Ethereum address. Check its spelling, or use the address instead.'
export const badResult = 'The network returned an invalid response. Nothing was sent. Try again in a moment.'
export const unreachable = 'We can’t reach the network right now. Nothing was sent. Try again in a moment.'
export const walletReports = (message: string) => ` It reports: ${message}`
export const unsupportedChain = (id: number, supported: string) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported}.`
export const unknown = (report: string) => `The wallet couldn’t do this.${report}`
