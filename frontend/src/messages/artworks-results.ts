/** Texts: artworks results. */

// In place
export const artworks = 'Artworks'
export const results = 'Results'
