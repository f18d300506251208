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

/** The number that a visitor typed, if it is an edition. */
export function editionOf(text: string | null, size: number): number | null {
  if (text === null || !/^[1-9]\d{0,5}$/.test(text)) return null
  const number = Number(text)
  return number <= size ? number : null
}

/** The edition that an address names; the first where it names none. */
export const editionIn = (search: string, size: number) =>
  editionOf(new URLSearchParams(search).get('edition'), size) ?? 1

/** The address of an edition on the page that is open, everything else in it kept. The first needs no mention. */
export function editionHref(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  edition: number,
) {
  const query = new URLSearchParams(search)
  if (edition === 1) query.delete('edition')
  else query.set('edition', String(edition))
  const text = query.toString()
  return `${pathname}${text && `?${text}`}${hash}`
}

/** The first edition of the request that includes this one. */
export const startOf = (edition: number) => edition - ((edition - 1) % together)

/** What the chain says of an edition: one that was paid a minute ago has no token either, so nothing here says unsold. */
export const tokenWords = (minted: boolean) => (minted ? 'sold' : t.notYetCollected)

/** "Edition 3 of 50, sold"; `minted` is null while unknown. */
export function editionSentence(edition: number, size: number, minted: boolean | null) {
  const name = size === 1 ? t.theOnlyEdition : t.editionOf(edition, size.toLocaleString('en-US'))
  return minted === null ? name : `${name}, ${tokenWords(minted)}`
}
