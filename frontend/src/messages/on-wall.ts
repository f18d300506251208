/** Texts: a work at its size on a wall. */

export const title = 'On a wall'
export const scale = (size: string) => `${size}, beside a person 170 cm tall`
export const centimetres = (width: number, height: number) => `${width} × ${height} cm`
export const scene = (work: string, size: string) =>
  `${work} on a wall, ${size}, above a bench and beside a person 170 cm tall.`
export const longerSide = 'Longer side'
export const side = (length: number) => `${length} cm`
export const wall = 'Wall'
export const distance = 'Distance'
export const across = 'From afar'
export const close = 'Up close'
export const white = 'White'
export const grey = 'Grey'
export const dark = 'Dark'
export const noSize = 'A digital work has no fixed size. Choose one that suits your wall.'
