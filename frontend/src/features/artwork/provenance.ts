import type { Availability } from '@/gen/graphql'
import * as t from '@/messages/artwork-provenance'

/** One movement of a token. */
interface TokenEvent {
  kind: string
  from: string
  to: string
  transactionHash: string
  at: string | null
  final: boolean
}

export interface TokenHistory {
  tokenId: string
  editionNumber: number
  chainId: number
  contract: string
  events: TokenEvent[]
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Parses the response of GET /api/tokens; an absent field is empty. */
export function parseHistory(body: unknown): TokenHistory[] {
  const items = (body as { items?: unknown } | null)?.items
  if (!Array.isArray(items)) return []
  return items
    .map((item: Record<string, unknown>) => ({
      tokenId: text(item.tokenId),
      editionNumber: Number(item.editionNumber),
      chainId: Number(item.chainId),
      contract: text(item.contract),
      events: (Array.isArray(item.events) ? item.events : []).map((event: Record<string, unknown>) => ({
        kind: text(event.kind),
        from: text(event.from),
        to: text(event.to),
        transactionHash: text(event.transactionHash),
        at: text(event.at) || null,
        final: event.final === true,
      })),
    }))
    .filter(({ tokenId, editionNumber }) => tokenId && editionNumber > 0)
    .sort((a, b) => a.editionNumber - b.editionNumber)
}

export async function historyOf(artworkId: string, signal: AbortSignal) {
  const response = await fetch(`/api/tokens?artworkId=${encodeURIComponent(artworkId)}`, {
    headers: { accept: 'application/json' },
    signal,
  })
  if (!response.ok) throw new Error(`GET /api/tokens: ${response.status}`)
  return parseHistory(await response.json())
}

/** The text of an empty history: it promises nothing for a work that is not for sale. */
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
