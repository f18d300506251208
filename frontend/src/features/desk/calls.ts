import { NextDropDocument } from '@/gen/graphql'
import { api, dataOf, idempotent } from '@/lib/api/client'
import { browserClient } from '@/lib/apollo/browser'
import { latestRefused, type Status } from './model'

/** A page of orders, newest first. Throws ApiError 403 forbidden for others than staff. */
export const listOrders = (search: string, status: Status[], cursor: string, signal?: AbortSignal) =>
  dataOf(api.GET('/api/desk/orders', { params: { query: { search, status, cursor } }, signal }))

/** Everything about one order. Throws ApiError 404 not_found. */
export const readOrder = (id: string) =>
  dataOf(api.GET('/api/desk/orders/{id}', { params: { path: { id } } }))

/** The counts of the day. */
export const readToday = () => dataOf(api.GET('/api/desk/today'))

/**
 * The addresses that refused emails of any service in the last 30 days, with the latest email of each, newest first. A service that is
 * unavailable is left out.
 */
export async function listRefusedEmails() {
  const lists = await Promise.allSettled([
    dataOf(api.GET('/api/desk/refused-emails')),
    dataOf(api.GET('/api/desk/refused-emails/profiles')),
    dataOf(api.GET('/api/desk/refused-emails/approvals')),
    dataOf(api.GET('/api/desk/refused-emails/chain')),
  ])
  const [orders] = lists
  if (orders.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw orders.reason
  return latestRefused(lists.flatMap((list) => (list.status === 'fulfilled' ? (list.value.items ?? []) : [])))
}

interface RefundDecision {
  /** Minor units of a part; absent if inFull. */
  amount?: string
  /** Refunds all that is left. */
  inFull: boolean
  /** Refunds only once the buyer has sent the token back. */
  againstReturn: boolean
  note: string
  /** Where ether goes, if not to the payment's own refund address. */
  refundAddress?: string
}

/**
 * Refunds an order. The reply has a refundRequest if a second member of staff must approve it. Throws ApiError 409:
 * action_not_possible, own_decision, refund_requested or refund_limit_reached.
 */
export const refundOrder = (id: string, decision: RefundDecision, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/checkouts/{id}/refunds', {
      params: { path: { id } },
      body: decision,
      headers: idempotent(idempotencyKey),
    }),
  )

/** What must never happen, counted, and what is in progress. Public. */
export const readInvariants = () => dataOf(api.GET('/api/invariants'))

/** The drop that opens next; null if none is announced. */
export async function readNextDrop(signal: AbortSignal) {
  const { data } = await browserClient().query({
    query: NextDropDocument,
    fetchPolicy: 'no-cache',
    context: { fetchOptions: { signal } },
  })
  return data?.drops.items[0] ?? null
}

/** Whether the edition of a refunded order can be sold again. Throws ApiError 404 not_found. */
export const readRelease = (id: string) =>
  dataOf(api.GET('/api/desk/orders/{id}/release', { params: { path: { id } } }))

/**
 * Puts the edition of a refunded order on sale again. It can be repeated. Throws ApiError 409: own_decision, action_not_possible,
 * token_minting, token_withdrawing or token_left_vault.
 */
export const releaseEdition = (id: string, note: string) =>
  dataOf(api.POST('/api/desk/orders/{id}/release', { params: { path: { id } }, body: { note } }))

/** How many withdrawals above a daily limit wait for staff. */
export const countWithdrawals = async () => (await dataOf(api.GET('/api/withdrawal-reviews'))).items.length

/** The path of a PDF of an order. */
export const documentPath = (id: string, document: 'receipt' | 'invoice' | { creditNote: string }) =>
  `/api/checkouts/${encodeURIComponent(id)}/${
    typeof document === 'string' ? document : `credit-notes/${encodeURIComponent(document.creditNote)}`
  }.pdf`
