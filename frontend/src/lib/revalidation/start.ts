import 'server-only'
import { env } from '../env'
import { forget } from '../exists'
import { countEvent, countPurge, noteConnection } from '../metrics/metrics'
import { gather } from './gather'
import { revalidateHere } from './loopback'
import { purges } from './purge'
import { subscribe } from './subscribe'
import { tagsOf } from './tags'

const warn = (msg: string) => console.warn(JSON.stringify({ level: 'warn', msg }))

/**
 * Revalidates the pages of this process after events of the catalog, for as long as it runs. Every replica does that on its own. Without
 * NATS_URL pages only expire. Each replica purges the CDN after it has revalidated its own pages, because the CDN might have read the stale
 * page of a slower replica.
 */
export function startRevalidation(): void {
  const { NATS_URL, PURGE_KIND, PURGE_URLS, PURGE_TOKEN } = env()
  if (!NATS_URL) return
  const purge = PURGE_KIND
    ? purges({ kind: PURGE_KIND, urls: PURGE_URLS, token: PURGE_TOKEN }, countPurge, (error) =>
        warn(`a cache is not purged: ${(error as Error).message}`),
      )
    : undefined
  const tags = gather(
    async (list) => {
      await revalidateHere(list)
      purge?.add(list)
    },
    (error) => warn(`pages are not revalidated: ${(error as Error).message}`),
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
