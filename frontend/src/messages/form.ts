/** Texts: what all forms say about a field. */

export const tooLong = (most: number) => `Use at most ${most.toLocaleString('en-US')} characters.`
