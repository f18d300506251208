import { api, dataOf } from '@/lib/api/client'
import { send } from '@/lib/api/http'
import { save } from '@/lib/save'
import { entriesOf, type Outcome, type Progress, pack, type Source } from './archive'
import { originalOf, readArtworks, readCollection } from './calls'

const source: Source = {
  own: async (path, signal) => {
    // Documents have no types in the OpenAPI document.
    const { data } = await api.request('get', path as '/api/config', { parseAs: 'blob', signal })
    return data as Blob
  },
  open: async (path, signal) =>
    (await send(path, { signal, cache: 'no-store' }, { repeatable: true })).blob(),
  original: originalOf,
}

interface Picker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

const fileName = (now: Date) => `collection-${now.toISOString().slice(0, 10)}.zip`

/**
 * Asks where to save, where the browser can write there directly. Returns null elsewhere: the archive is then kept by the browser until it
 * is complete. It throws AbortError if the person closes the dialog, and has to be called in the handler of a click.
 */
export async function chooseFile(now: Date): Promise<FileSystemFileHandle | null> {
  const { showSaveFilePicker: pick } = window as Picker
  return pick ? await pick({ suggestedName: fileName(now) }) : null
}

/** Reads everything that the caller owns and saves it as one file. */
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
    entries: entriesOf(source, tokens, orders, artworks),
    works: tokens.length,
    orders: orders.length,
    site: location.origin,
    now,
    signal,
    onProgress,
  })
  if (file) await zip.pipeTo(await file.createWritable(), { signal })
  else save(await new Response(zip, { headers: { 'content-type': 'application/zip' } }).blob(), fileName(now))
  return outcome
}
