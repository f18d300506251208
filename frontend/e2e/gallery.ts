import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { settings } from './settings'

export interface Slugs {
  artwork: string
  artist: string
  curator: string
  drop: string
  post: string
}

const query = `query {
  artworks(sort: OLDEST) { items { slug availability } } artists { items { slug } } curators { slug }
  drops { items { slug } } posts { items { slug } } }`

let sampled: Promise<Slugs> | undefined

/** One address of each kind, as the gallery has them. */
export const sample = (): Promise<Slugs> => (sampled ??= read(settings.baseURL))

async function read(baseURL: string): Promise<Slugs> {
  const response = await fetch(`${baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  type Items = { items: { slug: string; availability?: string }[] }
  const { data } = (await response.json()) as {
    data: Record<'artworks' | 'artists' | 'drops' | 'posts', Items> & { curators: { slug: string }[] }
  }
  const { items } = data.artworks
  return {
    artwork: (items.find(({ availability }) => availability === 'AVAILABLE') ?? items[0]!).slug,
    artist: data.artists.items[0]!.slug,
    curator: data.curators[0]!.slug,
    drop: data.drops.items[0]!.slug,
    post: data.posts.items[0]!.slug,
  }
}

/** Whether a live work is endless. Others draw themselves once more and then stop. */
const moves = (entry: string) => {
  const generator = /^ {6}generator: (\S+)/m.exec(entry)![1]!
  const code = readFileSync(
    path.resolve(import.meta.dirname, `../../content/generators/${generator}.js`),
    'utf8',
  )
  return /^export const meta = .*moving: true/m.test(code) && !/^ {8}grow: true/m.test(entry)
}

/** The live works of the content folder, as their entries say: which ones they are may change. Those that move come first. */
const folder = path.resolve(import.meta.dirname, '../../content/artworks')
export const liveWorks = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  .filter(({ text }) => text.includes('kind: generator'))
  .map(({ name, text }) => ({
    id: /^id: (\d+)/m.exec(text)![1]!,
    slug: `${name.replace(/\.md$/, '')}-${/^id: (\d+)/m.exec(text)![1]!}`,
    size: Number(/^editionSize: (\d+)/m.exec(text)![1]!),
    moves: moves(text),
    /** Whether an edition's seed chooses a number of the recipe. */
    varies: /^ {8}vary:\n(?: {10}.*\n)*? {10}\w+: \{from: /m.test(text),
  }))
  .sort((a, b) => Number(b.moves) - Number(a.moves))

/** Every template of the site, at one address each. */
export const templates: Record<string, (slugs: Slugs) => string> = {
  home: () => '/en/',
  artworks: () => '/en/artworks/',
  artwork: ({ artwork }) => `/en/artworks/${artwork}/`,
  live: () => `/en/artworks/${liveWorks[0]!.slug}/`,
  'artwork-checkout': ({ artwork }) => `/en/artworks/${artwork}/checkout/`,
  'artwork-certificate': ({ artwork }) => `/en/artworks/${artwork}/certificate/`,
  'artwork-poster': ({ artwork }) => `/en/artworks/${artwork}/poster/`,
  'artwork-checkout-success': ({ artwork }) => `/en/artworks/${artwork}/checkout/success/`,
  artists: () => '/en/artists/',
  artist: ({ artist }) => `/en/artists/${artist}/`,
  curators: () => '/en/curators/',
  curator: ({ curator }) => `/en/curators/${curator}/`,
  drops: () => '/en/drops/',
  drop: ({ drop }) => `/en/drops/${drop}/`,
  exhibition: ({ drop }) => `/en/drops/${drop}/exhibition/`,
  blog: () => '/en/blog/',
  post: ({ post }) => `/en/blog/${post}/`,
  'post-preview': () => '/en/post-preview/',
  tv: () => '/en/tv/',
  page: () => '/en/support/',
  login: () => '/en/login/',
  register: () => '/en/register/',
  profile: () => '/en/profile/',
  'payout-wallet-approve-page': () => '/en/payout-wallet-approve-page/',
  'withdraw-token-approve-page': () => '/en/withdraw-token-approve-page/',
  offline: () => '/en/offline/',
  maintenance: () => '/en/maintenance/',
  'not-supported-browser': () => '/en/not-supported-browser/',
  '404': () => '/en/404/',
}
