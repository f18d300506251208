/** Texts: carousel. */

// Carousel controls
export const slideOf = (active: number, count: number) => `${active} of ${count}`
export const previous = 'Previous'
export const next = 'Next'
