/** Texts: works on walls, one a wall. */
export const previous = 'Previous wall'
export const next = 'Next wall'
export const place = (number: number, count: number) => `${number} of ${count}`
export const placed = (number: number, count: number, work: string) => `${number} of ${count}: ${work}`
export const map = 'Map of the walls'
