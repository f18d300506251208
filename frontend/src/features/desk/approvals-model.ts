import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/desk-approvals'

export type Approval = Schemas['DeskApproval']
type Kind = Approval['kind'] | ''
type Status = Approval['status'] | ''

export const kindNames = Object.keys(t.kinds) as Kind[]
export const statusNames = Object.keys(t.statuses) as Status[]

export interface ApprovalFilter {
  search: string
  kind: Kind
  status: Status
  page: number
}

/** What the address says; unknown values are left out. */
export function approvalFilterOf(params: URLSearchParams): ApprovalFilter {
  const page = Number(params.get('page'))
  return {
    search: params.get('search') ?? '',
    kind: kindNames.find((name) => name === params.get('kind')) ?? '',
    status: statusNames.find((name) => name === params.get('status')) ?? '',
    page: Number.isSafeInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  }
}

/** The address of a filter, without empty parts. */
export function approvalsHref(lang: string, { search, kind, status, page }: ApprovalFilter) {
  const params = new URLSearchParams()
  if (search.trim()) params.set('search', search.trim())
  if (kind) params.set('kind', kind)
  if (status) params.set('status', status)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return `/${lang}/profile/desk/approvals/${query && `?${query}`}`
}
