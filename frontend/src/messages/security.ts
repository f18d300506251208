/** Texts: security. */

// Sessions
export const sessions = 'Where you’re logged in'
export const sessionsHint =
  'Don’t recognise one? End it, then change your password. Sessions end automatically after 7 days without use.'
export const device = (browser: string, system: string) =>
  browser && system ? `${browser} on ${system}` : browser || system || 'Unknown browser'
export const thisSession = '(this browser)'
export const lastUsed = 'Last used'
export const loggedIn = 'Logged in'
export const network = 'Network'
export const endSession = 'End session'
export const endThisSession = (name: string, usedAt: string) => `End session: ${name}, last used ${usedAt}`
export const endAllOthers = 'End all other sessions'
export const onlyHere = 'You’re logged in only here.'

// Page: login-alert
export const reportLogin = 'Log out everywhere'
export const wasItYou = 'Wasn’t it you who logged in?'
export const wasItYouHint =
  'Then log your account out everywhere. Every browser has to log in again, and withdrawals wait for a while, so that you have time to act. You don’t need to log in for this.'
export const itWasYou = 'Was it you? Close this page. Opening it has changed nothing.'
export const reported = 'You’re logged out everywhere'
export const reportedHint =
  'All sessions of your account have ended, in this browser too. New and pending withdrawals will wait for a while.'
export const reportedNext =
  'Change your password now. Then log in, and check your wallets and requests. Contact us if you see anything you don’t recognize.'
export const logInAgain = 'Log in again'
export const alertInvalidHint =
  'It was already used, has expired, or wasn’t copied completely. You can still see and end all sessions of your account on the page'
export const alertInvalidWay = 'Security'

// Passkeys
export const passkeys = 'Passkeys'
export const passkeysHint =
  'A passkey is your fingerprint, face, PIN or security key. Once you have one, we ask for it before art or money moves, so a stolen password isn’t enough. Withdrawals may wait for a while after you add or remove one.'
export const added = (date: string) => `Added ${date}`
export const usedOn = (date: string) => `last used ${date}`
export const neverUsed = 'not used yet'
export const remove = 'Remove'
export const removePasskey = (name: string) => `Remove ${name}`
export const passkeyName = 'Name of the passkey'
export const passkeyNameHint = 'For example: My laptop'
export const addPasskey = 'Add a passkey'
export const passkeyCancelled = 'The passkey wasn’t confirmed, or it took too long. Try again.'
export const passkeyKnown = 'This device already has a passkey for your account.'
export const passkeyUnsupported = 'This browser doesn’t support passkeys. Try another one.'
export const recoveryCodes = 'Recovery codes'
export const saveCodes = 'Save your recovery codes now'
export const saveCodesHint =
  'Each one replaces your passkey once, for example if you lose your device. We can’t show them again.'
export const copyCodes = 'Copy the recovery codes'
export const codesSaved = 'I’ve saved them'
export const codesLeft = (n: number) => (n === 1 ? '1 recovery code left.' : `${n} recovery codes left.`)
export const replaceCodes = 'Create new recovery codes'

// Step-up with a passkey
export const confirmWithPasskey = 'Confirm with your passkey'
export const recoveryCode = 'Recovery code'
export const recoveryCodeHint = 'Lost your passkey? Use one of the codes that you saved.'
export const useRecoveryCode = 'Use recovery code'
export const needsPasskey =
  'This needs a passkey, and your account doesn’t have one yet. Add one, then try again.'
