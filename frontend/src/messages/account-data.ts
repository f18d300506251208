/** Texts: a copy of the account's data, and its deletion. */

// Copy
export const yourData = 'Your data'
export const yourDataHint =
  'Download everything we store about you. We’ll email you when it’s ready; the download is available for 24 hours.'
export const requestCopy = 'Request your data'
export const preparing = 'We’re preparing your data. This page updates automatically.'
export const download = 'Download your data'
export const availableUntil = 'Available until'

// Deletion
export const deleteAccount = 'Delete your account'
export const deleteHint =
  'We delete your profile, your saved works and your logins. We keep invoices for as long as tax law requires, and works in your own wallet stay yours.'
export const deleteThisAccount = 'Delete this account…'
export const sure = 'Delete your account for good?'
export const sureHint =
  'You’ll confirm it from an email, or with your wallet. After that you can cancel until the deletion begins.'
export const yesDelete = 'Yes, delete my account'
export const keep = 'Keep my account'
export const endFirst = 'This needs to end first'
export const checkEmail = 'Confirm the deletion from the link we emailed you. The link works until'
export const scheduled = 'We’ll delete your account after'
export const running = 'Your account is being deleted.'
export const cancelDeletion = 'Cancel the deletion'

// Page: account-deletion
export const confirmTitle = 'Delete your account?'
export const confirmHint =
  'If you confirm, we’ll delete your account after a waiting period. Until then you can cancel in your profile.'
export const confirm = 'Confirm the deletion'
export const confirmNot = 'Changed your mind? Close this page. Opening it has changed nothing.'
export const confirmed = 'Deletion confirmed'
export const confirmedHint = 'We’ll delete your account after'
export const confirmedNext = 'You can cancel until then on the page'
export const linkInvalidHint =
  'It was already used, has expired, or wasn’t copied completely. You can see where your request stands on the page'
export const security = 'Security'
