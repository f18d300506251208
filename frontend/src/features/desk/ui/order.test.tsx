// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Order } from './order'

const money = { amount: '125000', currency: 'USD' }
const at = '2026-11-24T04:00:00Z'
const story = {
  order: {
    id: 'o1',
    status: 'refunded',
    reason: '',
    artworkSlug: 'untitled',
    artworkTitle: 'Untitled',
    editionNumber: 1,
    editionSize: 5,
    price: money,
    createdAt: at,
    expiresAt: at,
  },
  buyer: { accountId: 'ada', email: 'ada@example.org', emailVerified: true, name: 'Ada' },
  tokenId: '42000001',
  dispute: '',
  paidAt: at,
  steps: [],
  payments: [],
  cardSessions: [],
  quotes: [],
  refunds: [
    {
      id: 'r1',
      paymentMethod: 'card',
      status: 'succeeded',
      amount: money,
      wei: '',
      chainId: 0,
      refundAddress: '',
      transactionHash: '',
      providerId: 're_1',
      reason: 'refunded_by_staff',
      createdAt: at,
      note: 'The print was damaged.',
      decidedBy: 'a',
      decidedByName: 'Bo',
      approvedBy: 'b',
      approvedByName: '',
    },
  ],
  refundRequests: [],
  reviews: [],
  ledger: [],
  documents: [
    { kind: 'invoice', number: 'VI-2026-000001', amount: money, issuedAt: at },
    { kind: 'credit_note', number: 'VC-2026-000001', amount: money, issuedAt: at },
  ],
  emails: [
    {
      subject: 'Your receipt',
      recipient: 'ada@example.org',
      status: 'sent',
      createdAt: at,
      sentAt: at,
      error: '',
    },
    {
      subject: 'Refunded',
      recipient: 'ada@example.org',
      status: 'failed',
      createdAt: at,
      error: '550 no such user',
    },
  ],
}
const read: string[] = []

beforeEach(() => {
  read.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, location.href).pathname
    read.push(path)
    if (path.endsWith('.pdf'))
      return path.includes('credit-notes')
        ? Response.json(
            { error: { code: 'not_found', message: 'There is nothing here.', details: {} } },
            { status: 404 },
          )
        : new Response('%PDF-')
    return Response.json(path === '/api/desk/orders/o1' ? story : { chains: [] })
  })
  URL.createObjectURL = () => 'blob:x'
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('each document of an order downloads from its own path, and a failure says why', async () => {
  render(<Order lang="en" id="o1" decides opensAccounts />)
  fireEvent.click(await screen.findByRole('link', { name: 'Invoice VI-2026-000001' }))
  await waitFor(() => expect(read).toContain('/api/checkouts/o1/invoice.pdf'))
  fireEvent.click(screen.getByRole('link', { name: 'Receipt' }))
  await waitFor(() => expect(read).toContain('/api/checkouts/o1/receipt.pdf'))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Credit note VC-2026-000001' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(read).toContain('/api/checkouts/o1/credit-notes/VC-2026-000001.pdf')
})

test('the buyer’s account is a link for those who may open it', async () => {
  const { rerender } = render(<Order lang="en" id="o1" decides opensAccounts />)
  const link = await screen.findByRole('link', { name: 'ada' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/profile\/desk\/accounts\/ada\/?$/)
  rerender(<Order lang="en" id="o1" decides opensAccounts={false} />)
  expect(screen.queryByRole('link', { name: 'ada' })).toBeNull()
  expect(screen.getByText('ada')).toBeTruthy()
})

test('the emails about an order say whether they were sent, and why not', async () => {
  render(<Order lang="en" id="o1" decides opensAccounts />)
  const emails = within(await screen.findByRole('region', { name: 'Emails' })).getAllByRole('listitem')
  expect(emails.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Your receiptTo ada@example\.org, sent /),
    expect.stringMatching(
      /^Refunded The mail server said: 550 no such userTo ada@example\.org, not delivered, queued /,
    ),
  ])
})

test('a refund says who decided it and why', async () => {
  render(<Order lang="en" id="o1" decides opensAccounts />)
  const refunds = await screen.findByRole('region', { name: 'Refunds' })
  expect(refunds.textContent).toMatch(/, by Bo, approved by a member of staff, “The print was damaged\.”/)
})
