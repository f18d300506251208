import 'server-only'
import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Tags can be revalidated only within a request, so this process sends one to itself. The request's secret never leaves the process, so nobody
 * else can send such a request.
 */
const key = Symbol.for('vitrine.revalidation.secret')
const store = globalThis as typeof globalThis & { [key]?: string }

/** One for the whole process, shared by all bundles. */
export function processSecret(): string {
  store[key] ??= randomBytes(32).toString('hex')
  return store[key]
}

export const secretHeader = 'vitrine-revalidation-secret'

export function isOwnRequest(headers: Headers): boolean {
  const want = Buffer.from(processSecret())
  const have = Buffer.from(headers.get(secretHeader) ?? '')
  return want.length === have.length && timingSafeEqual(want, have)
}

/** This server's own address. If it listens on all interfaces, the loopback address is used. */
export function ownAddress({ HOSTNAME, PORT }: Record<string, string | undefined> = process.env): string {
  const host = !HOSTNAME || HOSTNAME === '0.0.0.0' ? '127.0.0.1' : HOSTNAME === '::' ? '::1' : HOSTNAME
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`
}

/** Revalidates tags in this process. It throws until the server listens. */
export async function revalidateHere(tags: string[]): Promise<void> {
  const response = await fetch(`${ownAddress()}/internal/revalidate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [secretHeader]: processSecret() },
    body: JSON.stringify({ tags }),
    signal: AbortSignal.timeout(10_000),
    cache: 'no-store',
  })
  if (!response.ok) throw new Error(`the server responded with ${response.status} to its own request`)
}
