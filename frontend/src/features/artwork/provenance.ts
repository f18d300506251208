import type { Availability } from '@/gen/graphql'
import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/artwork-provenance'

export type TokenHistory = Schemas['TokenHistory']

export const byEdition = (tokens: TokenHistory[]) =>
  tokens.toSorted((a, b) => a.editionNumber - b.editionNumber)

/** The owners of an artwork's tokens, by edition. */
export async function historyOf(artworkId: string, signal: AbortSignal) {
  const { api, dataOf, skipAuthorization } = await import('@/lib/api/client')
  const { items } = await dataOf(
    api.GET('/api/tokens', { params: { query: { artworkId } }, headers: skipAuthorization, signal }),
  )
  return byEdition(items)
}

/** The text of an empty history. It promises nothing for a work that is not for sale. */
export function emptyRecord(availability: Availability) {
  switch (availability) {
    case 'SOLD_OUT':
      return t.emptySoldOut
    case 'NOT_FOR_SALE':
      return t.emptyNotForSale
    default:
      return t.empty
  }
}
