import { newKey } from './client'
import { ApiError, NetworkError } from './error'

/** The idempotency key of an action, kept for its retries. */
export interface ActionKey {
  /** The key for this request. It stays the same only if the last try sent the same request and may have arrived. */
  of: (...what: unknown[]) => string
  /** The last try succeeded, or failed with this error. */
  end: (error?: unknown) => void
}

const isOpen = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.code === 'request_in_flight'))

/** A lost response must not lead to a second request, and a different request with an old key would be rejected. */
export function actionKey(): ActionKey {
  let open = { what: '', key: '' }
  return {
    of(...what) {
      const text = JSON.stringify(what)
      if (open.what !== text) open = { what: text, key: newKey() }
      return open.key
    },
    end(error) {
      if (!isOpen(error)) open = { what: '', key: '' }
    },
  }
}
