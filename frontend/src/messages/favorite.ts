/** Texts: favorites. */

// Button
export const save = { off: 'Save', on: 'Saved', label: (name: string) => `Save ${name}` }
export const follow = { off: 'Follow', on: 'Following', label: (name: string) => `Follow ${name}` }
export const notKept = 'We couldn’t save this. Try again in a moment.'

// Saved
export const works = 'Saved works'
export const people = 'People you follow'
export const newFromPeople = 'New from people you follow'
export const nothingSaved = 'Nothing saved yet. Press Save on a work, or Follow on an artist’s page.'
export const browseArtworks = 'Browse artworks'
export const keptHere = 'Saved in this browser.'
export const logIn = 'Log in'
export const toKeep = 'to keep them on all your devices.'
export const notLoaded = 'We couldn’t load what you saved.'
