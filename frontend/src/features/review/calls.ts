import { api, dataOf, idempotent } from '@/lib/api/client'
import type { Action } from './model'

/**
 * The queue: open cases oldest first, then closed ones newest first; and refund requests, pending ones first. Throws ApiError 403
 * forbidden for callers who aren't staff.
 */
export const listReviews = () => dataOf(api.GET('/api/reviews', { params: { query: { status: '' } } }))

/**
 * Approves or rejects a refund that another member of staff requested. Throws ApiError 409 already_decided, own_decision,
 * refund_limit_reached, and 410 refund_request_expired.
 */
export const decideRefundRequest = (id: string, decision: 'approve' | 'reject', idempotencyKey: string) =>
  dataOf(
    api.POST('/api/refund-requests/{id}/decision', {
      params: { path: { id } },
      body: { decision },
      headers: idempotent(idempotencyKey),
    }),
  )

/** Withdrawals above a daily limit, the longest waiting first, and the latest decisions about such. */
export const listWithdrawalReviews = () => dataOf(api.GET('/api/withdrawal-reviews'))

/** Approves or rejects a withdrawal above a daily limit, with a reason. Throws ApiError 409 already_decided or own_decision. */
export const decideWithdrawalReview = (id: string, decision: 'approve' | 'reject', note: string) =>
  dataOf(
    api.POST('/api/withdrawal-reviews/{id}/decision', { params: { path: { id } }, body: { decision, note } }),
  )

export interface Decision {
  action: Action
  note: string
  /** Where ether goes, if not to the payment's own refund address. */
  refundAddress?: string
}

/**
 * Decides a case. The reply has a refundRequest if a second member of staff must approve the refund. Throws ApiError 409:
 * already_decided, action_not_possible, own_decision, refund_requested or refund_limit_reached.
 */
export const decideReview = (id: string, decision: Decision, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/reviews/{id}/decision', {
      params: { path: { id } },
      body: decision,
      headers: idempotent(idempotencyKey),
    }),
  )
