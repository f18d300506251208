import { api, dataOf, type Schemas, withSecret } from '@/lib/api/client'
import { hasStatus, wordsOf } from '@/lib/api/error'
import * as t from '@/messages/payout-alert'

/** The change that a "This wasn't me" link is about. */
export type Alert = Schemas['PayoutAlert']

/** Reads the request of a link. Changes nothing. */
export const readAlert = (secret: string) => dataOf(api.GET('/api/payout-alerts/link', withSecret(secret)))

/** Stops the change and holds payouts. Repeating it changes nothing. */
export const stopChange = (secret: string) =>
  dataOf(api.POST('/api/payout-alerts/link/stop', { ...withSecret(secret), body: {} }))

/** The state of the page. */
export type AlertState =
  /** With a problem, loading failed. */
  | { step: 'loading'; problem: string }
  | { step: 'unknown' }
  | { step: 'expired' }
  | { step: 'shown'; alert: Alert; busy: boolean; problem: string; justStopped: boolean }

interface Reply {
  data: Alert | undefined
  error: unknown
}

/** The state of the page, from the read change and the response to stopping it. */
export function stateOf(read: Reply, stop: Reply & { isPending: boolean }): AlertState {
  const error = stop.error ?? read.error
  if (hasStatus(error, 404)) return { step: 'unknown' }
  if (hasStatus(error, 410)) return { step: 'expired' }
  const alert = stop.data ?? read.data
  if (!alert) return { step: 'loading', problem: error ? wordsOf(error) : '' }
  // Someone decided in the meantime: there is nothing left to stop.
  const isOver = hasStatus(stop.error, 409)
  return {
    step: 'shown',
    alert: isOver ? { ...alert, state: 'over' } : alert,
    busy: stop.isPending,
    problem: stop.error && !isOver ? wordsOf(stop.error) : '',
    justStopped: stop.data !== undefined,
  }
}

const endings: Partial<Record<Alert['status'], string>> = {
  rejected: t.itWasRejected,
  expired: t.itExpired,
  cancelled: t.itWasCancelled,
  superseded: t.itWasReplaced,
}

/** How a change ended that can no longer be stopped. */
export const endingOf = ({ status }: Alert) => endings[status] ?? t.itWasDecided
