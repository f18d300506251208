import 'server-only'
import { gather } from './gather'

/** The kinds of caches that can be purged by tag. */
export const purgeKinds = ['fastly', 'cloudflare', 'varnish'] as const
type Kind = (typeof purgeKinds)[number]

export interface PurgeSettings {
  kind: Kind
  urls: string[]
  token: string
}

interface Call {
  method: string
  headers: Record<string, string>
  body?: string
}

/** The maximum number of tags per request: the lowest limit of the provider's plans, or what fits into a header. */
const most: Record<Kind, number> = { fastly: 256, cloudflare: 30, varnish: 100 }

/** The timeout of a request in milliseconds. */
const patience = 10_000

const calls: Record<Kind, (tags: string[], token: string) => Call> = {
  fastly: (tags, token) => ({
    method: 'POST',
    headers: { 'Fastly-Key': token, 'Surrogate-Key': tags.join(' ') },
  }),
  cloudflare: (tags, token) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tags }),
  }),
  // This is what the VCL in docs/operating/scaling.md reads. Each Varnish process has its own cache, and therefore an address.
  varnish: (tags, token) => ({
    method: 'PURGE',
    headers: { 'Surrogate-Key': tags.join(' '), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  }),
}

interface Purges {
  add(tags: string[]): void
  settled(): Promise<void>
  stop(): void
}

/**
 * Purges tags at each address. Tags that arrive together share a request. A failed request is retried until it succeeds, independently
 * for each address. `count` is called with the outcome of each request.
 */
export function purges(
  { kind, urls, token }: PurgeSettings,
  count: (outcome: 'ok' | 'failed') => void,
  onError: (error: unknown) => void,
): Purges {
  const waiting = urls.map((url) =>
    gather(
      async (tags) => {
        try {
          await send(url, calls[kind](tags, token))
          count('ok')
        } catch (error) {
          count('failed')
          throw error
        }
      },
      onError,
      most[kind],
    ),
  )
  return {
    add: (tags) => {
      for (const queue of waiting) queue.add(tags)
    },
    settled: async () => {
      await Promise.all(waiting.map((queue) => queue.settled()))
    },
    stop: () => {
      for (const queue of waiting) queue.stop()
    },
  }
}

async function send(url: string, call: Call) {
  // A redirect would send the token elsewhere.
  const response = await fetch(url, {
    ...call,
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the cache responded with ${response.status}`)
}
