/** Texts: artworks. */

// Changed
export const notLoaded = 'We couldn’t load these works.'

// Found
export const artistLabel = 'Artist: '
export const artistsLabel = 'Artists: '
export const similarMatches = 'No exact match. These works match similar words.'
export const noSuchPage = (page: number, pageCount: number) =>
  `There’s no page ${page}. The last page is ${pageCount}.`
export const noneFound = 'No works found. Try fewer filters or another word.'

// Page: artworks
export const artworks = 'Artworks'
export const listingDescription =
  'Generative and digital artworks in numbered editions, by category, edition size, price and availability.'

// Artwork model
export const unique = 'Unique'
export const from2To10 = '2 to 10'
export const from11To50 = '11 to 50'
export const from51To100 = '51 to 100'
export const moreThan100 = 'More than 100'
export const available = 'Available'
export const reservedNow = 'Reserved now'
export const upcoming = 'Upcoming'
export const soldOut = 'Sold out'
export const sold = 'Sold'
export const newest = 'Newest'
export const oldest = 'Oldest'
export const priceLowToHigh = 'Price, low to high'
export const priceHighToLow = 'Price, high to low'
export const editionSizeAscending = 'Edition size, small to large'
export const editionSizeDescending = 'Edition size, large to small'
export const artistAToZ = 'Artist, A to Z'
export const titleAToZ = 'Title, A to Z'
export const relevance = 'Relevance'
export const unpricedWorksAreHidden = 'Unpriced works are hidden.'
export const search = 'Search'
export const category = 'Category'
export const editionSize = 'Edition size'
export const price = 'Price'
export const availability = 'Availability'
export const color = 'Colour'
export const technique = 'Technique'
export const show = 'Show'
export const availableOnlyChip = 'available only'
export const upTo = (max: string | number) => `Up to ${max}`
export const andMore = (min: string | number) => `${min} and more`
export const range = (min: string | number, max: string | number) => `${min} to ${max}`
export const upToPrice = (price: string) => `Up to ${price}`
export const editionOf = (size: string) => `Edition of ${size}`
export const notForSale = 'Not for sale'
export const dropEnded = 'Drop ended'
/** After a price. */
export const priceReserved = ', reserved now'
export const priceUpcoming = ', upcoming'
export const orSeparator = ' or '
export const ethereum = 'Ethereum'
export const gnosis = 'Gnosis'
export const localTestChain = 'a local test chain'
export const unknownChain = (chainId: number) => `chain ${chainId}`
export const tokenOn = (chainId: string) => `a token on ${chainId}`
export const signedCertificate = 'a signed certificate'
export const pixels = (width: number, height: number) => `${width} × ${height} pixels`
export const originalFile = (kind: string) => `the original file${kind}`
export const youReceive = (parts: string) => `You receive ${parts}. Taxes are included.`

// Artwork filters
export const searchArtworks = 'Search artworks'
export const searchPlaceholder = 'Title, artist, medium'
export const filterAndSort = 'Filter and sort'
export const close = 'Close'
export const sortBy = 'Sort by'
export const availableOnly = 'Available only'
export const all = 'All'
export const anyColor = 'Any colour'
export const priceFrom = (symbol: string) => `From, ${symbol}`
/** A choice of the prices, next to which both ends are typed. */
export const otherPrices = 'Other prices…'
export const wholeDollars = 'Whole dollars, such as 250'
export const priceTo = (symbol: string) => `To, ${symbol}`

// Page: artworks
export const surpriseMe = 'Surprise me'

// Recently viewed
export const recentlyViewed = 'Recently viewed'
