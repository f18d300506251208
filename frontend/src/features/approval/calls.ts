import { call } from '@/lib/api/client'
import type { Approval } from './answer'

/** How a page names the request it decides: by the secret of an emailed link, or by id, for approvers. */
export type Source = { secret: string } | { request: string }

/** Calls the server and parses its response. The schema loads while the call is under way. */
async function parsed(called: Promise<unknown>): Promise<Approval> {
  const [value, { parseApproval }] = await Promise.all([called, import('./answer')])
  return parseApproval(value)
}

const path = (source: Source) =>
  'secret' in source ? '/api/approvals/link' : `/api/approvals/waiting/${encodeURIComponent(source.request)}`

/** The secret of a link travels in a header: proxies log addresses. */
const headersOf = (source: Source): Record<string, string> =>
  'secret' in source ? { 'approval-secret': source.secret } : {}

/** Reads what is decided; decides nothing. A link needs no session. Throws ApiError 404 for an unknown one. */
export const readApproval = (source: Source) =>
  parsed(call(path(source), { headers: headersOf(source), skipAuthorization: 'secret' in source }))

export const approve = (source: Source) =>
  parsed(call(`${path(source)}/approve`, { method: 'POST', headers: headersOf(source), body: {} }))

/** With a link it needs no session: anyone who holds the link may stop the action. */
export const reject = (source: Source) =>
  parsed(
    call(`${path(source)}/reject`, {
      method: 'POST',
      headers: headersOf(source),
      body: {},
      skipAuthorization: 'secret' in source,
    }),
  )

export interface PendingApproval {
  id: string
  kind: string
  subjectId: string
  approval: Approval
  /** Who decides next: owner or approver. */
  waitsFor?: string
  requestedAt?: string
  bySignature?: boolean
  /** EIP-712 typed data as JSON. */
  typedData?: string
}

/** The caller's own pending requests. */
export const listApprovals = async () =>
  (await call<{ items?: PendingApproval[] }>('/api/approvals')).items ?? []

/** What the caller may decide as an approver. */
export const listWaiting = async () =>
  (await call<{ items?: PendingApproval[] }>('/api/approvals/waiting')).items ?? []

/** Emails a new link for a request. Returns who received it: owner or approver. */
export const resend = async (id: string) =>
  (
    await call<{ sentTo: string }>(`/api/approvals/${encodeURIComponent(id)}/resend`, {
      method: 'POST',
      body: {},
    })
  ).sentTo

export const approveBySignature = (subjectId: string, signature: string) =>
  call('/api/approvals/by-signature', { method: 'POST', body: { subjectId, signature } })

export interface LogEntry {
  event: string
  role: string
  you: boolean
  byLink: boolean
  at: string
}

export interface LoggedApproval {
  id: string
  kind: string
  status: string
  summary: string
  mine: boolean
  entries: LogEntry[]
}

interface LogPage {
  items: LoggedApproval[]
  page: number
  pageCount: number
}

/** A page of the requests that the caller made or decided, newest first. */
export const readLog = (page: number) => call<LogPage>(`/api/approvals/log?page=${page}`)
