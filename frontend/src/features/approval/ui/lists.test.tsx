// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Log } from './log'
import { OwnRequests } from './own-requests'
import { Waiting } from './waiting'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const request = {
  id: '01a204a8-01cf-7030-ad11-e75bb9759cac',
  kind: 'payout_wallet_update',
  subjectId: 'p1',
  waitsFor: 'owner',
  requestedAt: '2026-11-21T00:00:00Z',
  approval: {
    summary: `Pay Marit’s share of ether sales to wallet ${address}`,
    details: [{ label: 'New wallet', value: address }],
    expiresAt: '2026-11-24T00:00:00Z',
    works: [],
    cancelledWorks: [],
  },
}
let replies: Record<string, () => Response>
const called: string[] = []

beforeEach(() => {
  called.length = 0
  replies = {}
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, location.href)
    called.push(`${init?.method ?? 'GET'} ${pathname}`)
    return replies[called.at(-1)!]?.() ?? Response.json({ items: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an approver’s list links to where each request is decided', async () => {
  replies['GET /api/approvals/waiting'] = () => Response.json({ items: [request] })
  render(<Waiting lang="en" />)
  const heading = await screen.findByRole('heading', { level: 3 })
  expect(heading.textContent).toBe('Pay Marit’s share of ether sales to wallet 0x7099…79C8')
  for (const link of screen.getAllByRole('link'))
    expect(link.getAttribute('href')).toMatch(/^\/en\/approve-payout-wallet-update\/?\?request=01a204a8/)
  expect(screen.getByText(address)).toBeTruthy()
  expect(screen.getByText(/Expires on 24 November 2026/)).toBeTruthy()
})

test('an approver with nothing to decide sees a message, and a failure can be retried', async () => {
  const first = render(<Waiting lang="en" />)
  expect(await screen.findByText('No requests to review.')).toBeTruthy()
  first.unmount()
  let fails = true
  replies['GET /api/approvals/waiting'] = () =>
    fails
      ? Response.json(
          { error: { code: 'internal', message: 'Something went wrong.', details: {} } },
          { status: 500 },
        )
      : Response.json({ items: [] })
  render(<Waiting lang="en" />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('No requests to review.')).toBeTruthy()
})

test('the requester emails a new link, and reads why a second one has to wait', async () => {
  replies['GET /api/approvals'] = () =>
    Response.json({ items: [request, { ...request, id: 'other', kind: 'token_withdrawal' }] })
  replies[`POST /api/approvals/${request.id}/resend`] = () => Response.json({ sentTo: 'owner' })
  render(<OwnRequests lang="en" kind="payout_wallet_update" />)
  const button = await screen.findByRole('button', { name: 'Email a new link' })
  await userEvent.click(button)
  expect((await screen.findByRole('status')).textContent).toContain('Earlier links no longer work')
  const message = 'You sent a new link a moment ago. You can send the next one in 50 seconds.'
  replies[`POST /api/approvals/${request.id}/resend`] = () =>
    Response.json({ error: { code: 'resend_limit', message, details: {} } }, { status: 429 })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a request whose email was refused says so, and leads to where the address changes', async () => {
  replies['GET /api/approvals'] = () =>
    Response.json({ items: [{ ...request, refusedEmail: 'ada@example.org' }] })
  render(<OwnRequests lang="en" />)
  expect((await screen.findByRole('alert')).textContent).toContain('ada@example.org refused our email')
  expect(screen.queryByText(/Open the link in the email/)).toBeNull()
  const link = screen.getByRole('link', { name: 'Change your email address' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/profile\/profile/)
})

test('a request that waits for an approver sends the link to approvers', async () => {
  replies['GET /api/approvals'] = () => Response.json({ items: [{ ...request, waitsFor: 'approver' }] })
  replies[`POST /api/approvals/${request.id}/resend`] = () => Response.json({ sentTo: 'approver' })
  render(<OwnRequests lang="en" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Email approvers a new link' }))
  expect((await screen.findByRole('status')).textContent).toContain('emailed the approvers')
})

test('requests that a wallet signs have no link to send', async () => {
  replies['GET /api/approvals'] = () => Response.json({ items: [{ ...request, bySignature: true }] })
  const { container } = render(<OwnRequests lang="en" />)
  await vi.waitFor(() => expect(called).toContain('GET /api/approvals'))
  expect(container.textContent).toBe('')
})

test('the log lists who did what and when, page by page', async () => {
  const entry = { event: 'requested', role: 'owner', you: true, byLink: false, at: '2026-11-21T10:00:00Z' }
  const item = {
    id: 'r1',
    kind: 'token_withdrawal',
    status: 'approved',
    summary: 'Send Long Furrow, #3 of 25 to wallet 0xA',
    mine: true,
    entries: [entry, { ...entry, event: 'approved', at: '2026-11-21T10:05:00Z' }],
  }
  replies['GET /api/approvals/log'] = () => Response.json({ items: [item], page: 1, pageCount: 2 })
  render(<Log />)
  const row = (await screen.findByRole('heading', { level: 3 })).closest('li')!
  expect(
    within(row)
      .getAllByRole('listitem')
      .map((li) => li.textContent),
  ).toEqual(['You requested it 21 November 2026, 10:00 UTC', 'You approved it 21 November 2026, 10:05 UTC'])
  const pages = screen.getByRole('navigation', { name: 'Pagination' })
  await userEvent.click(within(pages).getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
})
