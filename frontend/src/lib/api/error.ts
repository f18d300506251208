import type { components } from '@/gen/rest'
import * as t from '@/messages/errors'

type Body = components['schemas']['Error']

/** The codes of rejected calls; unknown for a response that isn't the API's, such as a proxy's. */
export type ErrorCode = Body['error']['code'] | 'unknown'

/** The API rejected a call. `code` is stable and for programs, `message` is for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    /** HTTP status. */
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, string> = {},
    /** Seconds, if the server sent a time. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** The server couldn't be reached. The call may have arrived. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Whether the API rejected a call with this HTTP status. */
export const hasStatus = (error: unknown, status: number) =>
  error instanceof ApiError && error.status === status

/** Reads {"error":{code,message,details}}. Anything else becomes the specification's default message. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const body: Partial<Body> | null = await response.json().catch(() => null)
  const error = body?.error
  return new ApiError(
    response.status,
    error?.code || 'unknown',
    error?.message || t.badResponse(response.status),
    error?.details ?? {},
    retryAfter,
  )
}

/** Runs calls. Returns why they failed, as a text for people; nothing if they didn't. */
export const problemIn = (work: () => Promise<unknown>): Promise<string | undefined> =>
  work().then(() => undefined, wordsOf)

/** A message for people about any error of a call. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.code === 'unknown' ? t.serverFailed : error.message
  }
  if (error instanceof NetworkError) return t.unreachable
  return t.failed
}
