import { sha256 } from '@noble/hashes/sha2.js'
import { makeZip } from 'client-zip'
import { wordsOf } from '@/lib/api/error'

/** One file of an archive. `read` returns null if this work or order doesn't have the file. */
export interface Entry {
  /** Its path in the archive, without an extension if the content decides it. */
  name: string
  read: (signal: AbortSignal) => Promise<{ content: Blob; extension?: string } | null>
}

export interface Progress {
  done: number
  total: number
  bytes: number
}

export interface Outcome {
  files: number
  missing: { name: string; why: string }[]
}

/** How to read files; browser.ts has the browser's implementation. */
export interface Source {
  /** A document or record that only its owner may read. */
  own: (path: string, signal: AbortSignal) => Promise<Blob>
  /** A public file. */
  open: (path: string, signal: AbortSignal) => Promise<Blob>
}

export const extensionOf = (path: string) =>
  /\.[a-z0-9]{1,5}$/i.exec(new URL(path, 'http://x').pathname)?.[0] ?? ''

/** A file with a JSON value. */
export const record = (name: string, value: unknown): Entry => ({
  name,
  read: async () => ({
    content: new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }),
  }),
})

/** The hash of a file, which may be larger than memory. */
async function hashOf(content: Blob): Promise<string> {
  const hash = sha256.create()
  const reader = content.stream().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value)
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface Options {
  entries: Entry[]
  /** The text of README.txt, with the files that couldn't be read and those that don't exist. */
  readme: (missing: Outcome['missing'], absent: string[]) => string
  now: Date
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Packs an archive as a stream. Each file is read completely before it is packed, so a failed one doesn't damage the archive: README.txt lists it.
 * The stream fails only if `signal` is aborted.
 */
export function pack({ entries, readme, now, signal, onProgress }: Options): {
  zip: ReadableStream<Uint8Array>
  outcome: Outcome
} {
  const outcome: Outcome = { files: 0, missing: [] }
  const absent: string[] = []
  const sums: string[] = []
  let bytes = 0

  async function* files() {
    for (const [done, { name, read }] of entries.entries()) {
      signal.throwIfAborted()
      onProgress({ done, total: entries.length, bytes })
      let file: Awaited<ReturnType<Entry['read']>>
      try {
        file = await read(signal)
      } catch (error) {
        signal.throwIfAborted()
        outcome.missing.push({ name, why: wordsOf(error) })
        continue
      }
      if (!file) {
        absent.push(name)
        continue
      }
      const full = name + (file.extension ?? '')
      sums.push(`${await hashOf(file.content)}  ${full}\n`)
      outcome.files++
      bytes += file.content.size
      yield { name: full, input: file.content, lastModified: now }
    }
    onProgress({ done: entries.length, total: entries.length, bytes })
    const text = readme(outcome.missing, absent)
    sums.push(`${await hashOf(new Blob([text]))}  README.txt\n`)
    yield { name: 'README.txt', input: text, lastModified: now }
    yield { name: 'SHA256SUMS', input: sums.join(''), lastModified: now }
    outcome.files += 2
  }
  return { zip: makeZip(files()), outcome }
}
