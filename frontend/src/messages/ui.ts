/** Texts: ui. */

// Dialog
export const close = 'Close'

// Failure
export const tryAgain = 'Try again'

// Link page
export const invalidLink = 'This link isn’t valid'
export const invalidLinkHint =
  'Open it again from the email, and make sure that all of it was copied: it ends in a long row of characters after #.'
