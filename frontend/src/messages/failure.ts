/** Texts: failure. */

//  error
export const pageUnavailable = 'This page is unavailable right now'
export const errorNumber = (digest: string) => `Error ${digest}`
export const pageUnavailableHint =
  'Something went wrong on our side. Nothing was bought, charged or moved. A purchase in progress continues without this page.'
export const tryAgain = 'Try again'

// Global error
export const documentTitle = 'Something failed | Vitrine'
export const galleryUnavailable = 'The gallery is unavailable right now'
export const galleryUnavailableHint =
  'Something went wrong on our side. Nothing was bought, charged or moved. Please load the page again.'
export const goHome = 'Go to the home page'
