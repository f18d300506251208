import { api } from '@/lib/api/client'
import { send } from '@/lib/api/http'
import { save } from '@/lib/save'
import type { Source } from './pack'

/** How a page reads files of an archive. */
export const source: Source = {
  own: async (path, signal) => {
    // Documents have no types in the OpenAPI document.
    const { data } = await api.request('get', path as '/api/config', { parseAs: 'blob', signal })
    return data as Blob
  },
  open: async (path, signal) =>
    (await send(path, { signal, cache: 'no-store' }, { repeatable: true })).blob(),
}

interface Picker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** "collection-2026-11-25.zip" */
const nameOf = (kind: string, now: Date) => `${kind}-${now.toISOString().slice(0, 10)}.zip`

/**
 * Asks where to save, if the browser can write there directly. Otherwise returns null, and the browser keeps the archive in memory until it
 * is complete. It throws AbortError if the person closes the dialog, and must be called in a click handler.
 */
export async function chooseFile(kind: string, now: Date): Promise<FileSystemFileHandle | null> {
  const { showSaveFilePicker: pick } = window as Picker
  return pick ? await pick({ suggestedName: nameOf(kind, now) }) : null
}

/** Writes an archive to the chosen file, or offers it as a download. */
export async function writeArchive(
  zip: ReadableStream<Uint8Array>,
  file: FileSystemFileHandle | null,
  kind: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  if (file) await zip.pipeTo(await file.createWritable(), { signal })
  else
    save(
      await new Response(zip, { headers: { 'content-type': 'application/zip' } }).blob(),
      nameOf(kind, now),
    )
}
