import { api, dataOf, type Schemas, skipAuthorization } from '@/lib/api/client'
import { ApiError, wordsOf } from '@/lib/api/error'
import * as t from '@/messages/payout-alert'

/** The change that a "This wasn't me" link is about. */
export type Alert = Schemas['PayoutAlert']

/** The secret travels in a header: proxies log addresses. Nobody needs to be logged in. */
const options = (secret: string) => ({
  params: { header: { 'Approval-Secret': secret } },
  headers: skipAuthorization,
})

/** Reads what a link is about. Changes nothing. */
export const readAlert = (secret: string) => dataOf(api.GET('/api/payout-alerts/link', options(secret)))

/** Stops the change and holds payouts. Repeating it changes nothing. */
export const stopChange = (secret: string) =>
  dataOf(api.POST('/api/payout-alerts/link/stop', { ...options(secret), body: {} }))

/** Where the page stands. */
export type AlertState =
  | { step: 'loading' }
  | { step: 'unknown' }
  | { step: 'expired' }
  | { step: 'failed'; problem: string }
  | { step: 'shown'; alert: Alert; busy: boolean; problem: string; justStopped: boolean }

export type AlertEvent =
  | { type: 'loading' }
  | { type: 'read'; alert: Alert }
  | { type: 'stopping' }
  | { type: 'stopped'; alert: Alert }
  | { type: 'failed'; error: unknown }

export function reduceAlert(state: AlertState, event: AlertEvent): AlertState {
  switch (event.type) {
    case 'loading':
      return { step: 'loading' }
    case 'read':
      return { step: 'shown', alert: event.alert, busy: false, problem: '', justStopped: false }
    case 'stopping':
      return state.step === 'shown' ? { ...state, busy: true, problem: '' } : state
    case 'stopped':
      return { step: 'shown', alert: event.alert, busy: false, problem: '', justStopped: true }
    case 'failed': {
      const { error } = event
      if (error instanceof ApiError && error.status === 404) return { step: 'unknown' }
      if (error instanceof ApiError && error.status === 410) return { step: 'expired' }
      if (state.step !== 'shown') return { step: 'failed', problem: wordsOf(error) }
      // Someone decided in the meantime: there is nothing left to stop.
      if (error instanceof ApiError && error.status === 409)
        return { ...state, alert: { ...state.alert, state: 'over' }, busy: false }
      return { ...state, busy: false, problem: wordsOf(error) }
    }
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
