import { api, dataOf, type Schemas, withSecret } from '@/lib/api/client'

/** How a page identifies its request: by the secret of an emailed link, or by id, for approvers. */
export type Source = { secret: string } | { request: string }

/** The request that is decided. */
export type Approval = Schemas['Approval']

/** A request that waits for a decision. */
export type PendingApproval = Schemas['PendingApproval']

const waiting = (id: string) => ({ path: { id } })

/** Reads a request and decides nothing. A link needs no session. Throws ApiError 404 for an unknown one. */
export const readApproval = (source: Source) =>
  'secret' in source
    ? dataOf(api.GET('/api/approvals/link', withSecret(source.secret)))
    : dataOf(api.GET('/api/approvals/waiting/{id}', { params: waiting(source.request) }))

export const approve = (source: Source) =>
  'secret' in source
    ? dataOf(api.POST('/api/approvals/link/approve', { params: withSecret(source.secret).params, body: {} }))
    : dataOf(api.POST('/api/approvals/waiting/{id}/approve', { params: waiting(source.request), body: {} }))

/** With a link it needs no session: anyone who has the link may stop the action. */
export const reject = (source: Source) =>
  'secret' in source
    ? dataOf(api.POST('/api/approvals/link/reject', { ...withSecret(source.secret), body: {} }))
    : dataOf(api.POST('/api/approvals/waiting/{id}/reject', { params: waiting(source.request), body: {} }))

/** The caller's own pending requests. */
export const listApprovals = async () => (await dataOf(api.GET('/api/approvals'))).items ?? []

/** The requests that the caller may decide as an approver. */
export const listWaiting = async () => (await dataOf(api.GET('/api/approvals/waiting'))).items ?? []

/** Emails a new link for a request. Returns who received it: owner or approver. */
export const resend = async (id: string) =>
  (await dataOf(api.POST('/api/approvals/{id}/resend', { params: { path: { id } }, body: {} }))).sentTo

export const approveBySignature = (subjectId: string, signature: string) =>
  dataOf(api.POST('/api/approvals/by-signature', { body: { subjectId, signature } }))

/** A page of the requests that the caller made or decided, newest first. */
export const readLog = (page: number) =>
  dataOf(api.GET('/api/approvals/log', { params: { query: { page } } }))
