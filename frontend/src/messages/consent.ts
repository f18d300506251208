/** Texts: consent. */

// Cookies
export const cookies = 'Cookies'
export const consentQuestion =
  'May we record how you use the site so we can improve it? We never record what you type.'
export const privacyPolicy = 'Privacy policy'
export const accept = 'Accept'
export const decline = 'Decline'
