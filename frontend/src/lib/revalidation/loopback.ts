import 'server-only'
import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Tags can be revalidated in a request alone, so this process sends itself one. Its secret never leaves the process: nobody else can
 * send such a request.
 */
const key = Symbol.for('vitrine.revalidation.secret')
const store = globalThis as typeof globalThis & { [key]?: string }

/** One for the whole process, whichever bundle asks. */
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

/** This server's own address. An address that means every interface is reached at the loopback one. */
export function ownAddress({ HOSTNAME, PORT }: Record<string, string | undefined> = process.env): string {
  const host = !HOSTNAME || HOSTNAME === '0.0.0.0' ? '127.0.0.1' : HOSTNAME === '::' ? '::1' : HOSTNAME
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`
}

/** Revalidates tags in this process. It throws while the server does not listen yet. */
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
