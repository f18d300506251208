import type { Schemas } from '@/lib/api/client'

/** A public page. */
export type Collector = Schemas['Collector']

/** A public page as its collector edits it. */
export type CollectorPage = Schemas['CollectorPage']

export type ChosenWork = Schemas['ChosenWork']

/** A work of the collector that can be shown. */
export interface Holding {
  tokenId: string
  title: string
  edition: number
  editionSize: number
  artist: string
  /** Whether it is in the collector's own wallet, which anyone can look up on the chain. */
  inWallet: boolean
}

/** The most works of a page. */
export const mostWorks = 100

/** Field → what is wrong with it. */
export type Problems = Partial<Record<'name' | 'displayName' | 'text' | 'works', string>>

export const pathOf = (lang: string, name: string) => `/${lang}/collectors/${name}/`

/** The name that an address means: names ignore case. */
export const nameOf = (typed: string) => typed.trim().toLowerCase()

/** The list with one work moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from)
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** The chosen works that the collector holds, in their order, those that they don't, and what they could add. */
export function sorted(works: readonly ChosenWork[], holdings: readonly Holding[]) {
  const held = new Map(holdings.map((holding) => [holding.tokenId, holding]))
  const chosen = new Set(works.map(({ tokenId }) => tokenId))
  return {
    shown: works.flatMap((work) => {
      const holding = held.get(work.tokenId)
      return holding ? [{ ...work, holding }] : []
    }),
    gone: works.filter(({ tokenId }) => !held.has(tokenId)),
    others: holdings.filter(({ tokenId }) => !chosen.has(tokenId)),
  }
}

/**
 * Where a dragged work belongs when the pointer is at `y`: past the works whose middle the pointer has crossed. `middles` are those of the
 * works as they stand now.
 */
export function placeAt(y: number, from: number, middles: readonly number[]): number {
  let place = from
  while (place + 1 < middles.length && y > middles[place + 1]!) place++
  while (place > 0 && y < middles[place - 1]!) place--
  return place
}
