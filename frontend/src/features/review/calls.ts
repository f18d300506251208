import { api, dataOf, idempotent } from '@/lib/api/client'
import type { Action } from './model'

/** The queue: open cases oldest first, then closed ones newest first. Throws ApiError 403 forbidden for others than staff. */
export const listReviews = async (status: '' | 'open' | 'closed' = '') =>
  (await dataOf(api.GET('/api/reviews', { params: { query: { status } } }))).items ?? []

export interface Decision {
  action: Action
  note: string
  /** Where ether goes, if not to the payment's own refund address. */
  refundAddress?: string
}

/** Decides a case. Throws ApiError 409: already_decided, or action_not_possible. */
export const decideReview = (id: string, decision: Decision, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/reviews/{id}/decision', {
      params: { path: { id } },
      body: decision,
      headers: idempotent(idempotencyKey),
    }),
  )
