/** Texts: pages. */

// Page: page
export const notFound = 'Not found'

// Page: maintenance
export const maintenance = 'Maintenance'
export const rehanging = 'We are rehanging'
export const maintenanceHint =
  'The gallery is closed for a short while. We still see payments you’ve sent, and approval links in your email still work.'

// Not found
export const nothingHangsHere = 'Nothing hangs here'
export const nothingHangsHereHint =
  'There’s no artwork, artist or page at this address. It may have moved, or the link has a typo.'
export const seeTheArtworks = 'See the artworks'
export const theArtists = 'the artists'
export const or = 'or'
export const goHome = 'go to the home page'

// Page: offline
export const offline = 'Offline'
export const youreOffline = 'You’re offline'
export const offlineHint =
  'The gallery needs a connection. Anything you’ve bought or reserved is safe: your hold keeps running and payments still arrive.'
export const tryAgain = 'Try again'

// Global not found
export const notFoundDocumentTitle = 'Not found | Vitrine'

// Content page
export const asOf = 'As of'

// Unsupported browser
export const unsupportedBrowser = 'Your browser is no longer supported'
export const unsupportedBrowserBody = `Buying a work, and looking at some of them, needs Chrome, Edge or Firefox 111, Safari 16.4, or a newer version. These came out in spring 2023. Older browsers may show works incorrectly and can’t check out.

Update your browser, or get a current version of [Firefox](https://www.mozilla.org/firefox/), [Chrome](https://www.google.com/chrome/) or [Edge](https://www.microsoft.com/edge). On a Mac, an iPhone or an iPad, a system update also updates Safari.

What you own or have reserved stays yours, whichever browser you use.
`
