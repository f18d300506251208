import type { Availability } from '@/gen/graphql'

/** The editions of an artwork, as the data API counts them. */
export interface Counted {
  id: string
  editionSize: number
  editionsAvailable: number
  editionsSold: number
  availability: Availability
}

/** A piece of the cloth: the cells of one work. A cell is an edition, or several of a large drop. */
export interface Piece {
  sold: number
  /** Reserved, but not sold. */
  held: number
  free: number
}

/** The maximum number of cells; those of larger drops are proportional. */
export const mostCells = 400

/** One piece for each work. In a proportional cloth, whatever there is of has at least one cell, and only a sold-out work is full. */
export function clothOf(works: readonly Counted[]): Piece[] {
  const total = works.reduce((sum, { editionSize }) => sum + editionSize, 0)
  const scale = Math.min(1, mostCells / Math.max(1, total))
  return works.map(({ editionSize, editionsAvailable, editionsSold, availability }) => {
    const cells = Math.max(1, Math.round(editionSize * scale))
    // What isn't available before or after the sale isn't reserved.
    const reserved =
      availability === 'AVAILABLE' || availability === 'RESERVED'
        ? Math.max(0, editionSize - editionsSold - editionsAvailable)
        : 0
    const full = editionsSold >= editionSize || cells === 1
    const sold = Math.min(share(editionsSold, editionSize, cells), full ? cells : cells - 1)
    const held = Math.min(share(reserved, editionSize, cells), cells - sold)
    return { sold, held, free: cells - sold - held }
  })
}

const share = (part: number, whole: number, cells: number) =>
  part > 0 ? Math.max(1, Math.min(cells, Math.round((part / Math.max(1, whole)) * cells))) : 0
