/** The value of the sizes attribute of a work that fills its frame on the wall. */
export const sizes = (ratio: number) => `min(94vw, ${Math.ceil(70 * ratio)}vh)`
