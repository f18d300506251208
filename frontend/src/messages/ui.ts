/** Texts: ui. */

// Dialog
export const close = 'Close'

// Failure
export const tryAgain = 'Try again'

// Link page
