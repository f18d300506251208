/** Texts: account. */

// Log in first
export const createAnAccount = 'Create an account'
export const logInFirst = 'Log in to see your collection and orders.'
export const logInToContinue = 'Log in to continue'

// Log out
export const logOutIncomplete =
  'You’re logged out in this browser, but we couldn’t end your session on the server. Log in and out again to end it there, too.'
export const loggedInAs = (email: string) => `Logged in as ${email}.`
export const logOut = 'Log out'

// Wallets
export const linkedWalletsHint =
  'Tokens in linked wallets show in your collection, and a linked wallet can log in to this account. That’s why we may ask you to confirm it’s you before you link or unlink one, and why withdrawals may wait for a while afterwards. Unlinking a wallet logs it out everywhere.'
export const noWalletLinked = 'No wallet is linked yet.'
export const linkedOn = (linkedAt: string) => `linked ${linkedAt}`
export const unlinkWallet = (address: string) => `Unlink ${address}`
export const unlink = 'Unlink'
export const linkAWallet = 'Link a wallet'
