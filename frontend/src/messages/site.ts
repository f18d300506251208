/** Texts: site. */

// Document
export const skipToContent = 'Skip to content'

// Search link
export const search = 'Search'

// Account link
export const profile = 'Profile'
export const logIn = 'Log in'

// Footer
export const privacyPolicy = 'Privacy policy'
export const support = 'Support'
export const termsAndConditions = 'Terms and conditions'
export const legalNotice = 'Legal notice'
export const aboutTheGallery = 'About the gallery'
export const ourPromisesLive = 'Our promises, live'
export const verifyACertificate = 'Verify a certificate'
export const aboutThisGallery = 'About this gallery'

// Frame
export const loadingThePage = 'Loading the page'
export const offline = 'You’re offline. Prices and availability may be out of date. Your hold keeps running.'

// Header
export const artworks = 'Artworks'
export const artists = 'Artists'
export const drops = 'Drops'
export const blog = 'Blog'
export const homeLink = 'Vitrine, home'
export const mainNavigation = 'Main'

// Menu
export const close = 'Close'
export const menu = 'Menu'

// Outdated
export const browserOutdated = 'Your browser is too old to buy here, and may show some works wrongly.'
export const browsersThatWork = 'Browsers that work'

// Theme switch
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'
export const theme = 'Theme'

// Version
export const version = (version: string) => `Version ${version}`

// Every page, once the gallery is closed
export const salesClosed =
  'We no longer sell works. Everything stays on display, and what you bought stays yours: move it to your own wallet or download it.'
export const goToYourCollection = 'Go to your collection'
