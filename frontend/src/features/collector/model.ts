import type { Schemas } from '@/lib/api/client'

/** A public page. */
export type Collector = Schemas['Collector']

/** A public page for its editor. */
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

/** The maximum number of works on a page. */
export const mostWorks = 100

/** Field → its error message. */
export type Problems = Partial<Record<'name' | 'displayName' | 'text' | 'works', string>>

export const pathOf = (lang: string, name: string) => `/${lang}/collectors/${name}/`

/** The name in an address, normalized: names ignore case. */
export const nameOf = (typed: string) => typed.trim().toLowerCase()

/** The chosen works that the collector still has, in order, those that they no longer have, and works to add. */
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
