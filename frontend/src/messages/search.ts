/** Texts: search. */

// Search model
export const artwork = 'Artwork'
export const artist = 'Artist'
export const drop = 'Drop'
export const post = 'Post'
export const technique = 'Technique'
export const noSuggestionsStatus = 'No suggestions. Press Enter to search.'
export const suggestionsStatus = (shown: string) => `${shown}. Use the arrow keys to choose one.`

// Search box
export const theGallery = 'The gallery'
export const searchTheGallery = 'Search the gallery'
export const placeholder = 'Artist, artwork, drop, technique'
export const search = 'Search'
export const suggestions = 'Suggestions'
export const suggestionsAreHidden = 'Suggestions are hidden.'
export const noSuggestions = 'No suggestions.'
export const pressEnter = 'Press Enter to search artworks.'

// Search dialog
export const close = 'Close'
