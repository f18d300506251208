/** Texts: tv. */

// Page: tv
export const pageDescription = 'Works that move or make sound: films, recordings and live code.'
export const empty = 'Nothing’s playing yet. Films and live works will appear here.'
export const introduction = 'Films, sound and live works, newest first.'
export const player = 'Player'
export const aboutTheWork = 'About the work'
export const nextWork = 'Next work'
export const programme = 'Programme'
export const liveEndless = 'live, endless'

// Page: tv exhibition
export const exhibition = 'View as an exhibition'
export const exhibitionTitle = 'TV, one work a screen'
