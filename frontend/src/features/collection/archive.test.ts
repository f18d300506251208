import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { type Entry, pack } from '@/lib/archive/pack'
import { readme } from '@/messages/archive'
import { filesOf } from '../../../e2e/zip'
import { entriesOf, type Order, type TokenSource } from './archive'
import type { Token } from './model'

const token = (over: Partial<Token>) =>
  ({
    tokenId: '24000003',
    artworkId: '24',
    artworkSlug: 'long-furrow-24',
    editionNumber: 3,
    status: 'minted',
    ...over,
  }) as Token

const order = (over: Partial<Order>) =>
  ({
    id: 'o1',
    status: 'completed',
    createdAt: '2026-11-25T10:00:00Z',
    invoiceNumber: '',
    creditNotes: [],
    ...over,
  }) as Order

const source: TokenSource = {
  own: async (path) => new Blob([`own ${path}`]),
  open: async (path) => new Blob([`open ${path}`]),
  original: async (tokenId) => (tokenId === '24000003' ? '/assets/originals/ab/24.webp?exp=1&sig=x' : null),
}

const artworks = new Map([
  ['24', { slug: 'long-furrow-24', media: [] }],
  ['30', { slug: 'gate-30', media: [{ url: '/assets/13/30-gate.png' }] }],
]) as unknown as Parameters<typeof entriesOf>[3]

async function unzip(zip: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
  const files = filesOf(new Uint8Array(await new Response(zip).arrayBuffer()))
  return Object.fromEntries([...files].map(([name, data]) => [name, new TextDecoder().decode(data)]))
}

const run = (entries: Entry[], signal = new AbortController().signal) => {
  const progress: string[] = []
  const packed = pack({
    entries,
    readme: (missing, absent) =>
      readme({ date: '2026-11-25', site: 'https://gallery.example', works: 2, orders: 1, missing, absent }),
    now: new Date('2026-11-25T12:00:00Z'),
    signal,
    onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
  })
  return { ...packed, progress }
}

test('an archive has media, metadata, certificates and documents, and the hash of each', async () => {
  const tokens = [
    token({}),
    token({ tokenId: '30000001', artworkId: '30', artworkSlug: 'former-30', editionNumber: 1 }),
    token({
      tokenId: '31000001',
      artworkId: '31',
      artworkSlug: 'removed-31',
      editionNumber: 1,
      status: 'minting',
    }),
  ]
  const orders = [
    order({ invoiceNumber: '2026-7', creditNotes: [{ number: '2026-C1' }] as Order['creditNotes'] }),
    order({ id: 'o2', status: 'expired' }),
  ]
  const { zip, outcome, progress } = run(entriesOf(source, tokens, orders, artworks))
  const files = await unzip(zip)
  expect(Object.keys(files)).toEqual([
    'collection.json',
    'orders.json',
    'works/long-furrow-24-edition-3/original.webp',
    'works/long-furrow-24-edition-3/metadata.json',
    'works/long-furrow-24-edition-3/certificate.pdf',
    'works/long-furrow-24-edition-3/certificate.json',
    'works/gate-30-edition-1/original.png',
    'works/gate-30-edition-1/metadata.json',
    'works/gate-30-edition-1/certificate.pdf',
    'works/gate-30-edition-1/certificate.json',
    'orders/2026-11-25-o1/receipt.pdf',
    'orders/2026-11-25-o1/invoice-2026-7.pdf',
    'orders/2026-11-25-o1/credit-note-2026-C1.pdf',
    'README.txt',
    'SHA256SUMS',
  ])
  expect(files['works/gate-30-edition-1/original.png']).toBe('open /assets/13/30-gate.png')
  expect(files['orders/2026-11-25-o1/credit-note-2026-C1.pdf']).toBe(
    'own /api/checkouts/o1/credit-notes/2026-C1.pdf',
  )
  expect(JSON.parse(files['orders.json']!)).toHaveLength(2)
  expect(files['README.txt']).toContain('Nothing is missing.')
  // A work that was removed, of which nothing is public.
  expect(files['README.txt']).toContain('works/removed-31-edition-1/original')
  expect(outcome).toEqual({ files: 15, missing: [] })
  const sums = files.SHA256SUMS!.trimEnd().split('\n')
  expect(sums).toHaveLength(14)
  for (const line of sums) {
    const [hash, name] = line.split('  ') as [string, string]
    expect(hash, name).toBe(createHash('sha256').update(files[name]!).digest('hex'))
  }
  expect(progress.at(0)).toBe('0/14')
  expect(progress.at(-1)).toBe('14/14')
})

test('a failed file doesn’t break the archive: its README lists it with the reason', async () => {
  const failing: TokenSource = {
    ...source,
    own: async (path) => {
      if (path.endsWith('.pdf')) throw new ApiError(503, 'unavailable', 'down')
      return source.own(path, new AbortController().signal)
    },
  }
  const { zip, outcome } = run(entriesOf(failing, [token({})], [], artworks))
  const files = await unzip(zip)
  expect(Object.keys(files)).toContain('works/long-furrow-24-edition-3/certificate.json')
  expect(Object.keys(files)).not.toContain('works/long-furrow-24-edition-3/certificate.pdf')
  expect(outcome.missing).toHaveLength(1)
  expect(files['README.txt']).toMatch(/MISSING: [\s\S]*certificate\.pdf\n {4}\S/)
})

test('a cancelled archive ends without a file', async () => {
  const controller = new AbortController()
  const stop: Entry = {
    name: 'a',
    read: async () => {
      controller.abort()
      return { content: new Blob(['a']) }
    },
  }
  const { zip } = run([stop, stop], controller.signal)
  await expect(new Response(zip).blob()).rejects.toThrow()
})
