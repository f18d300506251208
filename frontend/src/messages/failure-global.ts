/** Texts: a document that failed. They load with every page, so they are on their own. */

export const documentTitle = 'Something failed | Vitrine'
export const galleryUnavailable = 'The gallery is unavailable right now'
export const galleryUnavailableHint =
  'Something went wrong on our side. Nothing was bought, charged or moved. Please load the page again.'
export const goHome = 'Go to the home page'
export const errorNumber = (digest: string) => `Error ${digest}`
