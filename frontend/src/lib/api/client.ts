import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from '@/gen/rest'
import { save } from '@/lib/save'
import { endSession, freshToken, refresh } from '@/lib/session/session'
import { needsStepUp, steppedUp } from '@/lib/session/step-up'
import { tokensNow } from '@/lib/session/store'
import { unique } from '@/lib/unique'
import { ApiError } from './error'
import { send } from './http'

/** The messages of the public API, from the OpenAPI document. */
export type Schemas = components['schemas']

/** Marks a call without a bearer token, whose 401 says nothing about the session. The mark itself is not sent. */
const skipHeader = 'skip-authorization'
export const skipAuthorization = { [skipHeader]: '1' }

/** The options of a call with the secret of an emailed link, for which nobody needs to be logged in. It is in a header, because proxies log addresses. */
export const withSecret = (secret: string) => ({
  params: { header: { 'Approval-Secret': secret } },
  headers: skipAuthorization,
})

/** Marks the replay after a refresh, so that nothing is replayed twice. */
const replayHeader = 'vitrine-replay'

const keyHeader = 'idempotency-key'

/** The header of a repeatable write: one key for each action of a person (newKey), kept for its retries. */
export const idempotent = (key: string) => ({ [keyHeader]: key })

/** A new key for an action of a person. */
export const newKey = unique

const origin = typeof location === 'undefined' ? 'http://localhost' : location.origin

/** Sends a request with retries. Throws ApiError or NetworkError; returns only 2xx. */
async function transport(request: Request, content?: FormData | Blob): Promise<Response> {
  const { method, headers, signal } = request
  const { pathname, search } = new URL(request.url)
  const body = content ?? ((method !== 'GET' && (await request.clone().text())) || undefined)
  return send(
    pathname + search,
    { method, headers: Object.fromEntries(headers), body, signal, cache: 'no-store' },
    { repeatable: method === 'GET' || headers.has(keyHeader) },
  )
}

/** Sends a form with a file instead of JSON. */
export const withForm = (form: FormData) => ({ fetch: (request: Request) => transport(request, form) })

/** Sends bytes instead of JSON. */
export const withBytes = (bytes: Blob) => ({ fetch: (request: Request) => transport(request, bytes) })

const bearer = (token: string) => `Bearer ${token}`

/**
 * Adds the access token. If it has expired, it is refreshed and the call replayed once. If the server requests a step-up, the call is
 * replayed after the person has confirmed. A session that the server has ended is cleared here.
 */
const session: Middleware = {
  async onRequest({ request }) {
    if (request.headers.has(skipHeader)) {
      request.headers.delete(skipHeader)
      return request
    }
    await freshToken()
    const { accessToken } = tokensNow()
    if (accessToken) request.headers.set('authorization', bearer(accessToken))
    return request
  },
  async onError({ request, error, options }) {
    const sent = request.headers.get('authorization')
    if (!(error instanceof ApiError) || !sent) return
    if (needsStepUp(error)) return confirmed(request, error, options.fetch)
    if (error.status === 403 && error.code === 'token_expired' && !request.headers.has(replayHeader)) {
      const token = await refresh(sent.slice(bearer('').length)).catch(() => null)
      if (!token) return
      request.headers.set('authorization', bearer(token))
      request.headers.set(replayHeader, '1')
      try {
        return await options.fetch(request)
      } catch (again) {
        forget(again, bearer(token))
        return again as Error
      }
    }
    forget(error, sent)
  },
}

/** Replays a call that needs a step-up once the person has confirmed. */
async function confirmed(
  request: Request,
  refusal: ApiError,
  fetch: (request: Request) => Promise<Response>,
) {
  let first = true
  try {
    return await steppedUp(async () => {
      if (first) {
        first = false
        throw refusal
      }
      // The login brought another token.
      await freshToken()
      const { accessToken } = tokensNow()
      if (accessToken) request.headers.set('authorization', bearer(accessToken))
      return fetch(request)
    })
  } catch (error) {
    forget(error, request.headers.get('authorization') ?? '')
    return error as Error
  }
}

/** Clears the session that the server rejected, unless another one has started since. */
function forget(error: unknown, sent: string) {
  const { accessToken } = tokensNow()
  if (error instanceof ApiError && error.status === 401 && accessToken && bearer(accessToken) === sent)
    endSession('refused')
}

/** The public API. Every call throws ApiError (the server rejected it) or NetworkError. */
export const api = createClient<paths>({
  baseUrl: origin,
  headers: { accept: 'application/json' },
  fetch: (request) => transport(request),
})
api.use(session)

/** The data of a call. Errors have already been thrown. */
export const dataOf = async <T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> =>
  (await call).data as NonNullable<T>

/** Saves a document (receipt, certificate) that only its owner may read. */
export async function download(path: string, fileName: string): Promise<void> {
  // Documents are PDFs, which the OpenAPI document has no types for.
  const { data } = await api.request('get', path as '/api/config', { parseAs: 'blob' })
  save(data as Blob, fileName)
}
