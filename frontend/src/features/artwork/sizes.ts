// The exact widths of the columns, so that a phone of 412 px and a pixel ratio of 1.75 loads the 640 px rendition.
const most = '(width >= 1024px) 27.5vw, (width >= 600px) 43vw, 88.5vw'

/** The sizes of pictures in a grid of works, and of those where a page shows three or six. */
export const sizes = `(width >= 1920px) 24rem, (width >= 1600px) 20.5vw, ${most}`
export const sizesOfFew = `(width >= 1920px) 33.4rem, ${most}`
