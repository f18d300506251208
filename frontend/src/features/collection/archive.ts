import { sha256 } from '@noble/hashes/sha2.js'
import { makeZip } from 'client-zip'
import type { Schemas } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/archive'
import type { ArtworkFace } from './calls'
import type { Token } from './model'

export type Order = Schemas['Checkout']

/** One file of an archive. `read` returns null if the file doesn't exist for this work or order. */
export interface Entry {
  /** Its path in the archive, without an extension if the file decides it. */
  name: string
  read: (signal: AbortSignal) => Promise<{ content: Blob; extension?: string } | null>
}

export interface Progress {
  done: number
  total: number
  bytes: number
}

export interface Outcome {
  files: number
  missing: { name: string; why: string }[]
}

/** How files are read; the browser's is in archive-calls.ts. */
export interface Source {
  /** A document or record that only its owner may read. */
  own: (path: string, signal: AbortSignal) => Promise<Blob>
  /** A public file. */
  open: (path: string, signal: AbortSignal) => Promise<Blob>
  /** The address of an original, or null for a work without one. */
  original: (tokenId: string) => Promise<string | null>
}

const extensionOf = (path: string) => /\.[a-z0-9]{1,5}$/i.exec(new URL(path, 'http://x').pathname)?.[0] ?? ''

const json = (value: unknown) =>
  new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' })

/** All files of an archive, in its order. */
export function entriesOf(
  source: Source,
  tokens: Token[],
  orders: Order[],
  artworks: Map<string, Pick<ArtworkFace, 'slug' | 'media'>>,
): Entry[] {
  const record = (name: string, value: unknown): Entry => ({
    name,
    read: async () => ({ content: json(value) }),
  })
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

/** The states of orders that have a receipt. */
const paid = new Set<Order['status']>([
  'paid',
  'delivering',
  'completed',
  'disputed',
  'refund_pending',
  'refunded',
  'refund_failed',
])

/** The hash of a file, which may be larger than memory. */
export async function hashOf(content: Blob): Promise<string> {
  const hash = sha256.create()
  const reader = content.stream().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value)
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface Options {
  entries: Entry[]
  /** Counts for README.txt. */
  works: number
  orders: number
  site: string
  now: Date
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Packs an archive as a stream. Each file is complete before it is packed, so one that fails leaves the archive whole: README.txt names it.
 * The stream fails only if `signal` is aborted.
 */
export function pack({ entries, works, orders, site, now, signal, onProgress }: Options): {
  zip: ReadableStream<Uint8Array>
  outcome: Outcome
} {
  const outcome: Outcome = { files: 0, missing: [] }
  const absent: string[] = []
  const sums: string[] = []
  let bytes = 0

  async function* files() {
    for (const [done, { name, read }] of entries.entries()) {
      signal.throwIfAborted()
      onProgress({ done, total: entries.length, bytes })
      let file: Awaited<ReturnType<Entry['read']>>
      try {
        file = await read(signal)
      } catch (error) {
        signal.throwIfAborted()
        outcome.missing.push({ name, why: wordsOf(error) })
        continue
      }
      if (!file) {
        absent.push(name)
        continue
      }
      const full = name + (file.extension ?? '')
      sums.push(`${await hashOf(file.content)}  ${full}\n`)
      outcome.files++
      bytes += file.content.size
      yield { name: full, input: file.content, lastModified: now }
    }
    onProgress({ done: entries.length, total: entries.length, bytes })
    const readme = t.readme({
      date: now.toISOString().slice(0, 10),
      site,
      works,
      orders,
      missing: outcome.missing,
      absent,
    })
    sums.push(`${await hashOf(new Blob([readme]))}  README.txt\n`)
    yield { name: 'README.txt', input: readme, lastModified: now }
    yield { name: 'SHA256SUMS', input: sums.join(''), lastModified: now }
    outcome.files += 2
  }
  return { zip: makeZip(files()), outcome }
}
