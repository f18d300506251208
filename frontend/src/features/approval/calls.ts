import { call } from '@/lib/api/client'
import type { Approval } from './answer'

const link = '/api/approvals/link'
/** The secret of a link travels in a header: proxies log addresses. */
const withSecret = (secret: string) => ({ headers: { 'approval-secret': secret } })

/** The answer of a call, by a schema that loads while the call is on its way. */
async function answerOf(asked: Promise<unknown>): Promise<Approval> {
  const [value, { parseApproval }] = await Promise.all([asked, import('./answer')])
  return parseApproval(value)
}

/** Shows what a link decides; changes nothing. Throws ApiError 404 for an unknown secret. */
export const readApproval = (secret: string) =>
  answerOf(call(link, { ...withSecret(secret), skipAuthorization: true }))

export const approve = (secret: string) =>
  answerOf(call(`${link}/approve`, { ...withSecret(secret), method: 'POST', body: {} }))

/** Needs no session: whoever holds the link may stop the action. */
export const reject = (secret: string) =>
  answerOf(
    call(`${link}/reject`, { ...withSecret(secret), method: 'POST', body: {}, skipAuthorization: true }),
  )

export interface PendingApproval {
  kind: string
  subjectId: string
  approval: Approval
  bySignature?: boolean
  /** EIP-712 typed data as JSON. */
  typedData?: string
}

/** The caller's own open requests. */
export const listApprovals = async () =>
  (await call<{ items?: PendingApproval[] }>('/api/approvals')).items ?? []

export const approveBySignature = (subjectId: string, signature: string) =>
  call('/api/approvals/by-signature', { method: 'POST', body: { subjectId, signature } })
