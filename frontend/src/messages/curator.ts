import { isolate } from '@/messages/direction'

/** Texts: curator. */

// Page: curators slug
export const notFound = 'Not found'
export const shortDescription = (name: string) => `${isolate(name)}, curator.`
export const curator = 'Curator'
export const drops = 'Drops'
export const worksChosen = 'Works chosen'

// Page: curators
export const curators = 'Curators'
export const listingDescription = 'The curators of the gallery and what they chose.'
export const chosenBy = (name: string) => `A work chosen by ${name}`
export const noCurators = 'There are no curators yet.'
