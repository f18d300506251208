import type { Schemas } from '@/lib/api/client'
import { type Entry, extensionOf, record, type Source } from '@/lib/archive/pack'
import type { ArtworkFace } from './calls'
import type { Token } from './model'

export type Order = Schemas['Checkout']

/** How to read files of a collection. */
export interface TokenSource extends Source {
  /** The address of an original, or null for a work without one. */
  original: (tokenId: string) => Promise<string | null>
}

/** All files of an archive, in order. */
export function entriesOf(
  source: TokenSource,
  tokens: Token[],
  orders: Order[],
  artworks: Map<string, Pick<ArtworkFace, 'slug' | 'media'>>,
): Entry[] {
  const own = (name: string, path: string): Entry => ({
    name,
    read: async (signal) => ({ content: await source.own(path, signal) }),
  })
  const works = tokens.flatMap((token) => {
    const artwork = artworks.get(token.artworkId)
    const folder = `works/${artwork?.slug ?? token.artworkSlug}-edition-${token.editionNumber}`
    const media: Entry = {
      name: `${folder}/original`,
      read: async (signal) => {
        const path = (await source.original(token.tokenId)) ?? artwork?.media[0]?.url
        return path ? { content: await source.open(path, signal), extension: extensionOf(path) } : null
      },
    }
    if (token.status === 'minting') return [media]
    const document = `/api/tokens/${token.tokenId}/certificate`
    return [
      media,
      {
        name: `${folder}/metadata.json`,
        read: async (signal: AbortSignal) => ({
          content: await source.open(`/tokens/${token.tokenId}`, signal),
        }),
      },
      own(`${folder}/certificate.pdf`, `${document}.pdf`),
      own(`${folder}/certificate.json`, `${document}.json`),
    ]
  })
  const papers = orders.flatMap((order) => {
    const path = `/api/checkouts/${encodeURIComponent(order.id)}`
    const folder = `orders/${order.createdAt.slice(0, 10)}-${order.id}`
    return [
      ...(paid.has(order.status) ? [own(`${folder}/receipt.pdf`, `${path}/receipt.pdf`)] : []),
      ...(order.invoiceNumber
        ? [own(`${folder}/invoice-${order.invoiceNumber}.pdf`, `${path}/invoice.pdf`)]
        : []),
      ...(order.creditNotes ?? []).map(({ number }) =>
        own(`${folder}/credit-note-${number}.pdf`, `${path}/credit-notes/${number}.pdf`),
      ),
    ]
  })
  return [record('collection.json', tokens), record('orders.json', orders), ...works, ...papers]
}

/** The states of orders with a receipt. */
const paid = new Set<Order['status']>([
  'paid',
  'delivering',
  'completed',
  'disputed',
  'refund_pending',
  'refunded',
  'refund_failed',
])
