/** Texts: curator. */

// Page: curators slug
export const notFound = 'Not found'
export const shortDescription = (name: string) => `${name}, curator.`
export const curator = 'Curator'
export const drops = 'Drops'
export const worksChosen = 'Works chosen'
