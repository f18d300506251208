import * as t from '@/messages/artwork-live'

/** A numbered copy, and what a live work draws it from. */
export interface Edition {
  number: number
  hash: string
}

/** The known editions of a live work. */
export interface Editions {
  artworkId: string
  slug: string
  size: number
  /** The first ones; others are loaded when a visitor selects them. */
  first: Edition[]
}

/** Number of editions per request. */
const together = 27

/** The first edition of the request that includes this one. */
export const startOf = (edition: number) => edition - ((edition - 1) % together)

/** What the chain says of an edition: one that was paid a minute ago has no token either, so nothing here says unsold. */
export const tokenWords = (minted: boolean) => (minted ? 'sold' : t.notYetCollected)

/** "Edition 3 of 50, sold"; `minted` is null while unknown. */
export function editionSentence(edition: number, size: number, minted: boolean | null) {
  const name = size === 1 ? t.theOnlyEdition : t.editionOf(edition, size.toLocaleString('en-US'))
  return minted === null ? name : `${name}, ${tokenWords(minted)}`
}
