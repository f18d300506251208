/** Texts: search. */

// Search model
export const artwork = 'Artwork'
export const artist = 'Artist'
export const drop = 'Drop'
export const post = 'Post'
export const technique = 'Technique'
export const color = 'Colour'
export const noSuggestionsStatus = 'No suggestions. Press Enter to search.'
export const suggestionsStatus = (shown: string) => `${shown}. Use the arrow keys to choose one.`

export const page = 'Page'
export const action = 'Action'
export const recentlyViewed = 'Recently viewed'
export const surpriseMe = 'Surprise me'
export const artworks = 'Artworks'
export const artists = 'Artists'
export const drops = 'Drops'
export const blog = 'Blog'
export const collection = 'Your collection'
export const saved = 'Saved and followed'
export const orders = 'Your orders'

// Colours
export const red = 'Red'
export const orange = 'Orange'
export const yellow = 'Yellow'
export const green = 'Green'
export const blue = 'Blue'
export const purple = 'Purple'
export const pink = 'Pink'
export const brown = 'Brown'
export const black = 'Black'
export const grey = 'Grey'
export const white = 'White'

// Search box
export const theGallery = 'The gallery'
export const searchTheGallery = 'Search the gallery'
export const placeholder = 'Artist, artwork, technique, colour'
export const search = 'Search'
export const suggestions = 'Suggestions'
export const suggestionsAreHidden = 'Suggestions are hidden.'
export const noSuggestions = 'No suggestions.'
export const pressEnter = 'Press Enter to search artworks.'

// Search dialog
export const close = 'Close'
