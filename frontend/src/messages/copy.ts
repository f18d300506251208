/** Texts: copy. */

// Copy button
export const copiedLabel = (label: string) => `${label}: copied`
export const copied = 'Copied'
export const copy = 'Copy'
