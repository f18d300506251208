import { isolate } from '@/messages/direction'

/** Texts: accounts on the desk of staff. */

// List
export const accounts = 'Accounts'
export const findAccounts = 'Find accounts'
export const searchLabel = 'Email, name, account or wallet'
export const searchHint =
  'The beginning of an email address or a name, a complete account ID, or a wallet’s address.'
export const found = (n: number, more: boolean) =>
  `${n === 1 ? '1 account' : `${n} accounts`}${more ? ' so far' : ''}`
export const noneFound = 'No accounts found.'
export const none = 'No accounts yet.'
export const account = 'Account'
export const name = 'Name'
export const wallets = 'Wallets'
export const state = 'State'
export const created = 'Created'
export const noName = 'No name yet'
export const states = {
  blocked: 'Blocked',
  disabled: 'Disabled by the login service',
  unverified: 'Email not verified',
  active: 'Active',
}

// One account
export const allAccounts = 'All accounts'
export const blockedTitle = 'This account is blocked'
export const blockedMeans =
  'The person can’t log in, buy or withdraw. Approved withdrawals wait. Open orders continue.'
export const disabledTitle = 'The login service has disabled this account'
export const disabledMeans = 'The person can’t log in until the login service enables the account again.'
export const details = 'Details'
export const email = 'Email'
export const noEmail = 'None: the person logs in with a wallet'
export const verified = (address: string) => `${address}, verified`
export const unverified = (address: string) => `${address}, not verified`
export const number = 'Account ID'
export const roles = 'Roles'
export const noRoles = 'None'
export const rolesFrom = 'Roles come from the setting ROLE_GRANTS and can’t be changed here.'
export const passkeys = 'Passkeys'
export const credentials = 'Login changed'
export const never = 'Never'
export const noWallets = 'No wallets linked.'
export const linkedOn = (time: string) => `linked ${time}`
export const sessions = 'Sessions'
export const noSessions = 'Not logged in anywhere.'
export const device = (browser: string, system: string) =>
  browser && system ? `${browser} on ${system}` : browser || system || 'Unknown browser'
export const lastUsed = (time: string) => `Last used ${time}`
export const loggedIn = (time: string) => `logged in ${time}`
export const network = (network: string) => `network ${network}`
export const yours = 'Your own session'
export const orders = 'Orders of this account'
export const approvals = 'Approvals of this account'

// Actions
export const why = 'Why'
export const whyHint =
  'Recorded with your account. The person can read the reason in a copy of their data, without your name.'
export const whyMissing = 'Enter a reason.'
export const back = 'Back'
export const endSession = 'End session'
export const endThisSession = (device: string) => `End session: ${device}`
export const endSessionMeans = 'This browser is logged out within 10 seconds. The person can log in again.'
export const sessionEnded = 'The session has ended.'
export const endAll = 'End all sessions'
export const endAllMeans = 'Every browser is logged out within 10 seconds. The person can log in again.'
export const allEnded = 'All sessions have ended.'
export const block = 'Block account'
export const blockMeans =
  'All sessions end, and the person can’t log in, buy or withdraw until you unblock the account. Approved withdrawals wait. Open orders continue.'
export const blocked = 'The account is blocked.'
export const unblock = 'Unblock account'
export const unblockMeans = 'The person can log in again. Withdrawals that were approved before continue.'
export const unblocked = 'The account is no longer blocked.'

// Log
export const log = 'What staff did'
export const noActions = 'Nothing yet.'
export const actions = {
  session_ended: 'Ended a session',
  sessions_ended: 'Ended all sessions',
  blocked: 'Blocked the account',
  unblocked: 'Unblocked the account',
}
export const by = (who: string) => `by ${isolate(who)}`

// Link to an artist
export const artistTitle = 'Artist'
export const artistMeans =
  'Link an artist to this account, so that the person receives the artist’s share and chooses the payout wallet. An artist’s first link takes effect immediately. A link that moves an artist to another account waits, and both accounts get an email.'
export const artistNumber = 'Artist’s number'
export const artistHint = 'The digits at the end of the artist’s address on this site.'
export const artistInvalid = 'Enter the artist’s number.'
export const artistMissing = 'There is no artist with this number.'
export const checkLink = 'Check the link'
export const confirmLink = (artist: string, account: string) =>
  `Link ${isolate(artist)} to ${isolate(account)}?`
export const link = 'Link artist'
export const linked = (artist: string) =>
  `${isolate(artist)} is linked to this account. If another account was linked before, the link takes effect after the waiting time.`
export const linkFailed = 'The link didn’t work. Nothing has changed. Try again in a moment.'

// Linked artists
export const links = 'Linked artists'
export const linksLead = 'Who receives each artist’s share of sales and chooses the payout wallet.'
export const linkCount = (n: number) =>
  n === 0 ? 'No artist is linked to an account yet.' : n === 1 ? '1 artist' : `${n} artists`
export const artist = 'Artist'
export const since = 'Linked since'
export const unknown = 'Not recorded'
export const notLinkedNow = 'Not linked now'
export const notPublished = '(not published)'
export const movesTo = (account: string, time: string) => `Moves to ${account} on ${time}`
export const movesHere = (time: string) => `moves here on ${time}`
export const linkedSince = (time: string) => `linked since ${time}`
export const linkedNow = 'linked'
export const noArtist = 'None'
export const linksNotLoaded = 'Linked artists could not be loaded. Reload the page to try again.'
