import { isolate } from '@/messages/direction'

/** Texts: artist. */

// Page: artists slug
export const notFound = 'Not found'
export const worksBy = (name: string) => `Works by ${isolate(name)}.`
export const artists = 'Artists'
export const curators = 'Curators'

// Page: artists
export const listingDescription = 'The artists of the gallery and what they make.'
export const workBy = (name: string) => `A work by ${name}`
export const searchArtists = 'Search artists'
export const name = 'Name'
export const sortBy = 'Sort by'
export const noArtistsFound = 'No artists found.'

// Artist model
export const nameAToZ = 'Name, A to Z'
export const nameZToA = 'Name, Z to A'
export const newest = 'Newest'
export const mostWorks = 'Most works'
export const lifespan = (born: string, died: string) => `${born} to ${died}`
export const bornIn = (born: string) => `Born ${born}`
