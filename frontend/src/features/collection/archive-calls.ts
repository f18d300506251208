import { api, dataOf } from '@/lib/api/client'
import { chooseFile as choose, source, writeArchive } from '@/lib/archive/browser'
import { type Outcome, type Progress, pack } from '@/lib/archive/pack'
import * as t from '@/messages/archive'
import { entriesOf } from './archive'
import { originalOf, readArtworks, readCollection } from './calls'

const kind = 'collection'

export const chooseFile = (now: Date) => choose(kind, now)

/** Reads everything that the caller owns and saves it as a single file. */
export async function saveArchive(
  file: FileSystemFileHandle | null,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const [tokens, orders] = await Promise.all([
    readCollection(),
    dataOf(api.GET('/api/checkouts', { signal })).then(({ items }) => items ?? []),
  ])
  // Without the catalog, works without an original have no file; README.txt names them.
  const artworks = await readArtworks([...new Set(tokens.map(({ artworkId }) => artworkId))])
  signal.throwIfAborted()
  const { zip, outcome } = pack({
    entries: entriesOf({ ...source, original: originalOf }, tokens, orders, artworks),
    readme: (missing, absent) =>
      t.readme({
        date: now.toISOString().slice(0, 10),
        site: location.origin,
        works: tokens.length,
        orders: orders.length,
        missing,
        absent,
      }),
    now,
    signal,
    onProgress,
  })
  await writeArchive(zip, file, kind, now, signal)
  return outcome
}
