import * as t from '@/messages/artwork-live'

/** A numbered copy, and the hash from which a live work draws it. */
export interface Edition {
  number: number
  hash: string
}

/** The page of a live work that draws its editions. */
export interface Output {
  /** The work's page on the origin without cookies; a token's hash is appended. */
  src: string
  title: string
  ratio: number
}

/** Why an edition can't be bought now: held, sold or withheld. */
export type UnavailableEditions = ReadonlyMap<number, string>

/** The known editions of a live work. */
export interface Editions {
  artworkId: string
  slug: string
  size: number
  /** The first ones; others are loaded when a visitor selects them. */
  first: Edition[]
}

/** Number of editions per request. */
export const together = 27

/** The first edition of the batch that contains this one. */
export const startOf = (edition: number) => edition - ((edition - 1) % together)

/** The token status of an edition. One that was paid a minute ago has no token either, so this never says unsold. */
export const tokenWords = (minted: boolean) => (minted ? 'sold' : t.notYetCollected)

/** "Edition 3 of 50, sold"; `minted` is null while unknown. */
export function editionSentence(edition: number, size: number, minted: boolean | null) {
  const name = size === 1 ? t.theOnlyEdition : t.editionOf(edition, size.toLocaleString('en-US'))
  return minted === null ? name : `${name}, ${tokenWords(minted)}`
}

/** The label of an edition in the grid of all editions; empty for a free one that isn't for sale. */
export function statusWords(edition: number, taken: UnavailableEditions | null, forSale: boolean) {
  if (taken === null) return ''
  switch (taken.get(edition)) {
    case undefined:
      return forSale ? t.available : ''
    case 'sold':
      return t.sold
    case 'held':
      return t.held
    default:
      return t.withheld
  }
}

/** Two editions to compare after one was selected or deselected: the newest two. */
export const pairOf = (pair: readonly number[], edition: number) =>
  pair.includes(edition) ? pair.filter((other) => other !== edition) : [...pair, edition].slice(-2)
