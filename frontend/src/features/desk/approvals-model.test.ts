import { expect, test } from 'vitest'
import { approvalFilterOf, approvalsHref } from './approvals-model'

test.each([
  ['', '/en/profile/desk/approvals/'],
  [
    'search=%20ada&kind=token_withdrawal&status=approved&page=3',
    '/en/profile/desk/approvals/?search=ada&kind=token_withdrawal&status=approved&page=3',
  ],
  ['kind=other&status=other&page=-1', '/en/profile/desk/approvals/'],
  ['page=x', '/en/profile/desk/approvals/'],
])('the address %s is read and written', (query, href) =>
  expect(approvalsHref('en', approvalFilterOf(new URLSearchParams(query)))).toBe(href),
)
