import { isolate } from '@/messages/direction'

/** Texts: artwork. */

// Page: artworks slug
export const notFound = 'Not found'
export const soundOf = (title: string) => `The sound of ${isolate(title)}`
export const titleBy = (title: string, name: string) => `${isolate(title)} by ${isolate(name)}`
export const shortDescription = (title: string, name: string) =>
  `${isolate(title)}, a work by ${isolate(name)}.`
export const details = 'Details'
export const provenance = 'Provenance'
export const editions = 'Editions'
export const licence = 'Licence'
export const allWorksBy = (name: string) => `All works by ${isolate(name)}`
export const moreBy = (name: string) => `More by ${isolate(name)}`
export const similarWorks = 'Similar works'
export const allWorksForSale = 'All works for sale'
export const artworks = 'Artworks'
export const enquiryAbout = (title: string, name: string) =>
  `A question about ${isolate(title)} by ${isolate(name)}`

// Details
export const artist = 'Artist'
export const year = 'Year'
export const date = 'Date'
export const medium = 'Medium'
export const category = 'Category'
export const size = 'Size'
export const pixels = (width: number, height: number) => `${width} × ${height} pixels`
export const edition = 'Edition'
export const drop = 'Drop'
export const curator = 'Curator'
export const curators = 'Curators'
export const opens = 'Opens'
export const published = 'Published'
export const runs = 'Runs'
export const length = 'Length'
export const token = 'Token'
export const tokenOn = (chainId: string) => `ERC-721 on ${chainId}`
export const attributes = 'Attributes'
export const attributeFrequency = (frequency: string) => `in ${frequency} of this artist’s works`
export const runsLiveRepeatable = 'Runs live in your browser; each edition is unique and repeatable'
export const repeatabilityTested = (editionsProven: number) =>
  `tested by rendering editions 1 to ${editionsProven} twice`
export const runsLive = 'Runs live in your browser'
export const repeatabilityUnproven = 'not proven repeatable: an edition may look different each time it runs'

// Buy bar
export const reservedNow = 'Reserved now'
export const reservedNowHint =
  'Someone is paying for every edition that’s left. If one is released, you can buy it here.'
export const upcoming = 'Upcoming'
export const onSaleFrom = (startsAt: string) => `On sale from ${startsAt}`
export const inTheDrop = 'In the drop'
export const soldOut = 'Sold out'
export const sold = 'Sold'
export const out = 'out'
export const seeProvenance = 'See its provenance'
export const askAboutThisWork = 'Ask about this work'
export const endedOn = (date: string) => `Ended ${date}`
export const collectedOf = (sold: string, size: string) => `${sold} of ${size} collected`
export const holdRules =
  'We hold an edition for you while you pay, and limit holds so that everyone has a chance.'
export const notForSale = 'Not for sale'
export const dropEnded = (date: string) => `Drop ended ${date}`
export const salesClosed = 'We no longer sell works'
export const salesClosedHint =
  'What you bought stays yours: move it to your own wallet or download it from your collection.'
export const wasOfferedIn = 'It was offered in the drop'
export const shownWithoutPrice = 'It’s shown without a price.'
export const worksForSale = 'Works for sale'

// Licence and specimen
export const licenceSummary = 'An edition comes with the right to enjoy the work, not to publish it.'
export const licenceShow = 'You may show it in private, at home or on your own screens.'
export const licenceTransfer = 'You may lend, give away or sell the token; the right goes with it.'
export const licenceLimits = 'You may not print it for sale or sell copies. Copyright stays with the artist.'
export const readTheFullTerms = 'Read the full terms'
export const title = 'Title'
export const unique = 'Unique'
export const specimenEdition = (editionSize: string) => `no. … of ${editionSize}`
export const specimenToken = 'its number, contract and chain'
export const owner = 'Owner'
export const specimenOwner = 'the wallet, on the day of printing'
export const certificateOfAuthenticity = 'Certificate of authenticity'
export const specimen = 'SPECIMEN'
export const specimenLarge = 'See it large'
export const specimenNote =
  'Sample only, no value. Owners print their certificate from their collection. It carries a code that anyone can check.'
