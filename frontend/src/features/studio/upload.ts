import type { UploadLimitFragment } from '@/gen/graphql'
import { api, withBytes } from '@/lib/api/client'
import { ApiError, NetworkError } from '@/lib/api/error'
import { sessionStore, storageKey } from '@/lib/storage'
import * as t from '@/messages/studio'

/** The largest part of a file, in bytes, as the server has it. */
const maxPart = 2 ** 20

/** Whether a file may be of a type. Systems have many names for films and sound, so its content decides. */
const isLike = (type: string, found: string) =>
  type === found || (/^(video|audio)\//.test(type) && found.startsWith(type.slice(0, 6)))

/** Why the server would refuse a file, in its words; undefined if only its content can say. Browsers don't know the type of every file. */
export function problemOf(file: File, limit: UploadLimitFragment) {
  if (file.size === 0) return t.emptyFile
  if (file.size > limit.bytes) return t.sentence(limit.tooLarge)
  if (file.type && !limit.types.some((type) => isLike(type, file.type))) return t.sentence(limit.wrongType)
  return undefined
}

/** Seconds between attempts while the connection is away. The last one repeats. */
const waits = [1, 2, 4, 8, 15]
/** How often a part is tried before the upload fails: about ten minutes. */
const maxAttempts = 40

const version = { 'Tus-Resumable': '1.0.0' }

interface Progress {
  /** Bytes that have arrived. */
  onProgress: (sent: number) => void
  /** Whether the upload waits for the connection. */
  onPaused: (paused: boolean) => void
  signal: AbortSignal
  /** The artist that staff upload it for. */
  artistId?: string
  wait?: (seconds: number) => Promise<void>
}

const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** The key under which an interrupted upload of a file is found again. */
const keyOf = (file: File, artistId = '') =>
  storageKey(
    ['upload', artistId, file.name, file.size, file.lastModified].filter((part) => part !== '').join('.'),
  )

/** The number of bytes that have arrived, or null for an upload that doesn't exist any more. */
async function offsetOf(id: string): Promise<number | null> {
  try {
    const { response } = await api.HEAD('/api/studio/uploads/{id}', {
      params: { path: { id }, header: version },
    })
    return Number(response.headers.get('upload-offset'))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function create(file: File, artistId: string | undefined): Promise<string> {
  const { response } = await api.POST('/api/studio/uploads', {
    params: {
      header: {
        ...version,
        'Upload-Length': String(file.size),
        ...(artistId && { 'Upload-Metadata': `artist ${btoa(artistId)}` }),
      },
    },
  })
  const id = response.headers.get('location')?.split('/').at(-1)
  if (!id) throw new ApiError(response.status, 'unknown', '')
  return id
}

/** Aborts an upload for good. With any other reason it can go on later. */
export const cancelled = 'cancelled'

/** Removes an upload that won't continue. It would expire anyway. */
const remove = (id: string) =>
  api.DELETE('/api/studio/uploads/{id}', { params: { path: { id }, header: version } }).catch(() => undefined)

/** What another attempt may fix: a lost connection, a busy server, too many requests, a part that arrived without its response. */
const isTemporary = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 409 || error.status === 429))

/** Sends a part and returns the new offset. */
async function send(id: string, file: File, offset: number, signal: AbortSignal): Promise<number> {
  const part = file.slice(offset, offset + maxPart)
  const { response } = await api.PATCH('/api/studio/uploads/{id}', {
    params: { path: { id }, header: { ...version, 'Upload-Offset': String(offset) } },
    headers: { 'content-type': 'application/offset+octet-stream' },
    body: '',
    bodySerializer: () => '',
    signal,
    ...withBytes(part),
  })
  return Number(response.headers.get('upload-offset'))
}

/**
 * Sends a file in parts, by the protocol tus, and returns the id of the upload. An upload of the same file that was interrupted continues
 * where it stopped, also after a reload. It waits while the connection is away. Throws ApiError for what the server refused.
 */
export async function uploadFile(
  file: File,
  { onProgress, onPaused, signal, artistId, wait = sleep }: Progress,
) {
  const key = keyOf(file, artistId)
  let id = sessionStore.getItem(key) ?? ''
  // The offset is read before the first part, and again after a failure.
  let offset: number | null = null
  for (let attempt = 0; ; ) {
    try {
      signal.throwIfAborted()
      if (id && offset === null) {
        offset = await offsetOf(id)
        if (offset === null) id = '' // it expired
      }
      if (!id) {
        id = await create(file, artistId)
        offset = 0
        sessionStore.setItem(key, id)
      }
      onPaused(false)
      onProgress(offset ?? 0)
      while ((offset ?? 0) < file.size) {
        signal.throwIfAborted()
        offset = await send(id, file, offset ?? 0, signal)
        attempt = 0
        onProgress(offset)
      }
      sessionStore.removeItem(key)
      return id
    } catch (error) {
      if (signal.aborted || !isTemporary(error) || ++attempt >= maxAttempts) {
        if (signal.reason === cancelled || (!signal.aborted && !isTemporary(error)))
          sessionStore.removeItem(key)
        if (signal.reason === cancelled && id) await remove(id)
        throw error
      }
      offset = null
      onPaused(true)
      await Promise.race([wait(waits[Math.min(attempt, waits.length) - 1] ?? 15), aborted(signal)])
    }
  }
}
