import { call } from '@/lib/api/client'
import { type Approval, parseApproval } from './model'

const path = (secret: string, verb = '') => `/api/approvals/${encodeURIComponent(secret)}${verb}`

/** Shows what a link decides; changes nothing. Throws ApiError 404 for an unknown secret. */
export const readApproval = async (secret: string) =>
  parseApproval(await call(path(secret), { skipAuthorization: true }))

export const approve = async (secret: string) =>
  parseApproval(await call(path(secret, '/approve'), { method: 'POST', body: {} }))

/** Needs no session: whoever holds the link may stop the action. */
export const reject = async (secret: string) =>
  parseApproval(await call(path(secret, '/reject'), { method: 'POST', body: {}, skipAuthorization: true }))

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
