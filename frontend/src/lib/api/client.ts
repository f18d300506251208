import { endSession, freshToken, refresh } from '@/lib/session/session'
import { tokensNow } from '@/lib/session/store'
import { unique } from '@/lib/unique'
import { ApiError } from './error'
import { send } from './http'

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  form?: FormData
  /** One for each action of a person (newKey); kept for its retries. */
  idempotencyKey?: string
  /** The call is anybody's: no bearer token, and a 401 says nothing about the session. */
  skipAuthorization?: boolean
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Marks the one replay after a refresh, so that nothing replays twice. */
const replayHeader = 'Vitrine-Replay'

/** A key for one action of a person. */
export const newKey = unique

async function request(path: string, options: CallOptions, replay: boolean): Promise<Response> {
  const { method = 'GET', body, form, idempotencyKey, skipAuthorization = false, signal } = options
  const token = skipAuthorization ? null : tokensNow().accessToken
  const headers: Record<string, string> = { ...options.headers, accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (replay) headers[replayHeader] = '1'
  try {
    return await send(
      path,
      {
        method,
        headers,
        body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal,
        cache: 'no-store',
      },
      { repeatable: method === 'GET' || idempotencyKey !== undefined },
    )
  } catch (error) {
    if (!(error instanceof ApiError) || !token) throw error
    if (error.status === 403 && error.code === 'token_expired' && !replay) {
      try {
        await refresh(token)
      } catch {
        throw error
      }
      return request(path, options, true)
    }
    // Only the session that was refused ends: another one may have begun meanwhile.
    if (error.status === 401 && tokensNow().accessToken === token) endSession('refused')
    throw error
  }
}

/**
 * A call of the public API. Throws ApiError (what the server refused) or NetworkError. An expired access token is refreshed
 * and the call replayed once; a session that is gone is forgotten here.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  if (!options.skipAuthorization) await freshToken()
  const response = await request(path, options, false)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** A paper (receipt, certificate) that only its owner may read. */
export async function download(path: string, fileName: string): Promise<void> {
  await freshToken()
  const response = await request(path, {}, false)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
