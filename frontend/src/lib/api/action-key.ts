import { newKey } from './client'
import { ApiError, NetworkError } from './error'

/** The idempotency key of an action, over its tries. */
export interface ActionKey {
  /** The key for this request. The same as before only if the last try requested the same and may have arrived. */
  of: (...what: unknown[]) => string
  /** The last try succeeded, or failed with this. */
  end: (error?: unknown) => void
}

const isOpen = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.code === 'request_in_flight'))

/** A lost response must not become a second request, and another request under an old key would be refused. */
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
