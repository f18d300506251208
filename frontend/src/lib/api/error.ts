import * as t from '@/messages/errors'
/** The API refused a call. `code` is stable and for code, `message` is for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    /** HTTP status. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, string> = {},
    /** Seconds, if the server named a time. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** The server couldn't be reached. The call may have arrived. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Reads {"error":{code,message,details}}. Anything else becomes the specification's sentence. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  let body: unknown
  try {
    body = await response.json()
  } catch {
    body = null
  }
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null)?.error
  return new ApiError(
    response.status,
    typeof error?.code === 'string' ? error.code : 'unknown',
    typeof error?.message === 'string' && error.message ? error.message : t.badResponse(response.status),
    error?.details && typeof error.details === 'object' ? (error.details as Record<string, string>) : {},
    retryAfter,
  )
}

/** A message for people about anything that a call may throw. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.code === 'unknown' ? t.serverFailed : error.message
  }
  if (error instanceof NetworkError) return t.unreachable
  return t.failed
}
