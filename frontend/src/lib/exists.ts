import { ApolloClient, InMemoryCache } from '@apollo/client'
import {
  ArtistExistsDocument,
  ArtworkExistsDocument,
  CuratorExistsDocument,
  DropExistsDocument,
  PageExistsDocument,
  PostExistsDocument,
} from '@/gen/graphql'
import { dataApi } from './apollo/data-api'
import { linkTo } from './apollo/link'
import { env } from './env'
import { idOf } from './slug'

/** The entries that the data API has, by the first segment of their pages' addresses. */
const kinds = {
  artworks: ArtworkExistsDocument,
  artists: ArtistExistsDocument,
  drops: DropExistsDocument,
  blog: PostExistsDocument,
  curators: CuratorExistsDocument,
} as const

/** First segments of addresses that don't need the data API: the folders of src/app/[lang]. */
export const routes: ReadonlySet<string> = new Set([
  ...Object.keys(kinds),
  'account-deletion',
  'approve-payout-wallet-update',
  'approve-token-withdrawal',
  'collectors',
  'email-change',
  'gift',
  'invariants',
  'login',
  'login-alert',
  'maintenance',
  'not-supported-browser',
  'offline',
  'payout-alert',
  'payout-wallet-approve-page',
  'post-preview',
  'profile',
  'register',
  'reviews',
  'stop-emails',
  'surprise',
  'tv',
  'verify',
  'withdraw-token-approve-page',
  'your-browser-is-no-longer-supported',
])

const memory = Symbol.for('vitrine.exists')

/** Milliseconds for which a found entry is assumed to exist. */
const life = 60_000
/** The timeout of the check in milliseconds. */
const patience = 1000
/** The maximum number of entries in memory. */
const most = 10_000

/** One for the whole process, because the proxy and the event handlers are in different bundles. */
const shared = globalThis as typeof globalThis & { [memory]?: Map<string, number> }
shared[memory] ??= new Map()
const found = shared[memory]

/** The kind of pages of a tag. */
const kindOf: Record<string, string> = {
  artwork: 'artworks',
  artist: 'artists',
  drop: 'drops',
  post: 'blog',
  curator: 'curators',
}

/** Forgets the pages of these tags, such as "artwork:12", so that they are looked up again. "pages" means everything. */
export function forget(tags: readonly string[]): void {
  if (tags.includes('pages')) found.clear()
  for (const tag of tags) {
    const [name = '', id] = tag.split(':')
    const kind = kindOf[name]
    if (!kind || !id) continue
    for (const key of found.keys())
      if (key.startsWith(`${kind}/`) && idOf(key.slice(kind.length + 1)) === id) found.delete(key)
  }
}

let client: ApolloClient | undefined

/** A client without retries: a page must not wait for them. */
const quickClient = () => {
  client ??= new ApolloClient({
    link: linkTo({ ...dataApi(), retries: 0, log: () => undefined }),
    cache: new InMemoryCache(),
    defaultOptions: { query: { fetchPolicy: 'no-cache' } },
  })
  return client
}

/** Whether a collector's public page is on. This isn't cached, because a page that was switched off must disappear with the next request. */
async function hasCollector(name: string): Promise<boolean> {
  try {
    const { status } = await fetch(
      new URL(`/api/collectors/${encodeURIComponent(name)}`, env().GATEWAY_URL),
      {
        cache: 'no-store',
        headers: dataApi().headers,
        signal: AbortSignal.timeout(patience),
      },
    )
    return status !== 404 && status !== 422
  } catch {
    return true
  }
}

/**
 * Reports whether a path without its language, such as "/artworks/tide-12/checkout/", has a page according to the data API. If the data API
 * can't be reached, it returns true: the page itself may be cached, or shows the error.
 */
export async function exists(path: string, now = Date.now()): Promise<boolean> {
  const [kind = '', slug] = path.split('/').filter(Boolean)
  if (kind === 'collectors' && slug) return hasCollector(slug)
  const query = slug
    ? kinds[kind as keyof typeof kinds]
    : !kind || routes.has(kind)
      ? undefined
      : PageExistsDocument
  if (!query) return true
  const key = slug ? `${kind}/${slug}` : kind
  if ((found.get(key) ?? 0) > now) return true
  try {
    const { data } = await quickClient().query<{ found: object | null }, { slug: string }>({
      query,
      variables: { slug: slug ?? kind },
      context: { fetchOptions: { signal: AbortSignal.timeout(patience) } },
    })
    if (!data?.found) {
      found.delete(key)
      return false
    }
  } catch {
    return true
  }
  if (found.size >= most) found.clear()
  found.set(key, now + life)
  return true
}
