import { api, dataOf } from '@/lib/api/client'
import type { ApprovalFilter } from './approvals-model'

/** A page of everybody's requests, newest first. Throws ApiError 403 forbidden. */
export const listApprovals = (query: ApprovalFilter, signal?: AbortSignal) =>
  dataOf(api.GET('/api/desk/approvals', { params: { query }, signal }))

/** Computes the hashes of the whole log again. */
export const verifyLog = () => dataOf(api.POST('/api/desk/approvals/verification', { body: {} }))
