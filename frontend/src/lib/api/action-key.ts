import { newKey } from './client'
import { ApiError, NetworkError } from './error'

/** The idempotency key of what a person asks for, over its tries. */
interface ActionKey {
  /** The key for asking this. The same again only where the last try asked the same and nobody knows whether it arrived. */
  of: (...what: unknown[]) => string
  /** The last try was answered, or failed with this. */
  end: (error?: unknown) => void
}

const isOpen = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.code === 'request_in_flight'))

/** A lost reply must not become a second request; another request under an old key would be refused. */
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
