import type { Schemas } from '@/lib/api/client'
import { defineFilter, type FilterOf, oneOf, page, text } from '@/lib/filter'
import * as t from '@/messages/desk-approvals'

export type Approval = Schemas['DeskApproval']

const kinds = Object.keys(t.kinds) as (keyof typeof t.kinds)[]
const statuses = Object.keys(t.statuses) as (keyof typeof t.statuses)[]

export const approvalFilter = defineFilter({
  search: text,
  kind: oneOf(kinds, ''),
  status: oneOf(statuses, ''),
  page,
})
export type ApprovalFilter = FilterOf<typeof approvalFilter>

export const approvalsHref = (lang: string, filter?: Partial<ApprovalFilter>) =>
  `/${lang}/profile/desk/approvals/${approvalFilter.query(filter)}`
