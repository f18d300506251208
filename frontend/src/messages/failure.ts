/** Texts: a page that failed. */

export const pageUnavailable = 'This page is unavailable right now'
export const errorNumber = (digest: string) => `Error ${digest}`
export const pageUnavailableHint =
  'Something went wrong on our side. Nothing was bought, charged or moved. A purchase in progress continues without this page.'
export const tryAgain = 'Try again'
