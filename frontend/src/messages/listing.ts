/** Texts: listing. */

// Listing
export const search = 'Search'
export const activeFilters = 'Active filters'
export const remove = 'remove'
export const clearFilters = 'Clear filters'

// Pagination
export const pagination = 'Pagination'
export const previous = 'Previous'
export const ofPages = (pageCount: number) => `of ${pageCount}`
export const page = (n: number) => `Page ${n}`
export const pageOf = (page: number, pageCount: number) => `Page ${page} of ${pageCount}`
export const next = 'Next'
