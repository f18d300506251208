/** Texts: auth. */

// Page: login
export const logIn = 'Log in'
export const logInIntroduction =
  'Log in to see your collection and orders. Use an email address or an Ethereum wallet.'

// Page: register
export const register = 'Register'
export const registerIntroduction =
  'An account keeps your collection and orders in one place. Use an email address or an Ethereum wallet; both are free.'

// Auth calls
export const reauthenticateForWallets = 'Log in again to change how you log in.'
export const siweLinkStatement = 'Link this wallet to your Vitrine account. It becomes a way to log in.'
export const chooseAWallet = 'Choose a wallet.'
export const walletNotLinked = (linked: string) =>
  `This wallet is not linked to your account. Choose one that is: ${linked}.`
export const signMessage = 'Sign the message in your wallet. It costs nothing and moves nothing.'
export const siweLogInStatement = 'Log in to Vitrine.'
export const loggingYouIn = 'Logging you in.'

// Auth model
export const loginAbandoned = 'The login wasn’t completed. Nothing has changed.'
export const loginRequired = 'Please log in again.'
export const loginStateLost = 'This login started in another browser, or too long ago. Start again here.'
export const loginUnavailable =
  'The login service is unavailable right now. Your account is safe. Try again in a moment.'
export const accountDisabled = 'This account is disabled. Contact us if you think that’s a mistake.'
export const accountBlocked =
  'This account is blocked, so you can’t log in. Your art and your orders are safe. Contact us if you think that’s a mistake.'
export const loginLinkUsed = 'This login link was already used or has expired. Log in again.'
export const loginFailed = 'The login didn’t work. Nothing has changed. Try again in a moment.'

// Login and registration
export const youreLoggedIn = 'You’re logged in'
export const loggedInAsSuffix = (email: string) => ` as ${email}`
export const yourProfile = 'Your profile'
export const yourCollection = 'Your collection'
export const continue_ = 'Continue'
export const logInWithEmail = 'Log in with email'
export const registerWithEmail = 'Register with email'
export const signInWithEthereum = 'Sign in with Ethereum'
export const newHere = 'New here? '
export const alreadyHaveAnAccount = 'Already have an account? '
export const createAnAccount = 'Create an account'

// A login that confirms who somebody is, in another tab
export const confirmed = 'Thanks, we know it’s you'
export const confirmedHint =
  'Close this tab and go back to the one you came from. It continues where you left off.'

// Step-up
export const confirmItsYou = 'Confirm it’s you'
export const whyConfirm =
  'To protect your art and your money, we need a recent login for this. What you entered stays on this page.'
export const whyPasskey =
  'To protect your art and your money, we ask for your passkey for this. What you entered stays on this page.'
export const confirmByLogin = 'Log in again in a new tab. This page then continues right away.'
export const logInAgain = 'Log in again'
export const confirmWithWallet = 'Confirm with your wallet'
