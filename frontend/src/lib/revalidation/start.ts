import 'server-only'
import { env } from '../env'
import { forget } from '../exists'
import { countEvent, noteConnection } from '../metrics/metrics'
import { gather } from './gather'
import { revalidateHere } from './loopback'
import { subscribe } from './subscribe'
import { tagsOf } from './tags'

const warn = (msg: string) => console.warn(JSON.stringify({ level: 'warn', msg }))

/**
 * Revalidates the pages of this process by the events of the catalog, for as long as it lives. Every replica does so by itself. Without
 * NATS_URL pages only expire by time.
 */
export function startRevalidation(): void {
  const { NATS_URL } = env()
  if (!NATS_URL) return
  const tags = gather(revalidateHere, (error) =>
    warn(`pages are not revalidated: ${(error as Error).message}`),
  )
  const onEvent = (kind: string, payload: Uint8Array) => {
    countEvent()
    const stale = tagsOf(kind, payload)
    forget(stale)
    tags.add(stale)
  }
  noteConnection(false)
  subscribe({ url: NATS_URL, onEvent, onTrouble: warn, onFollowing: noteConnection })
}
