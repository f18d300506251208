// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Today } from './today'

const today = {
  day: '2026-11-24T00:00:00Z',
  created: [],
  open: [],
  paid: [],
  refunded: [],
  openReviews: 0,
  pendingRefundRequests: 0,
}
const well = {
  oversoldArtworks: 0,
  unmatchedPayments: 0,
  unpaidCompletions: 0,
  contractUnpaid: 0,
  unmatchedTokens: 0,
  illegalTransitions: 0,
  vanishedTokens: 0,
  unbalancedLedgers: 0,
  wrongDifferences: 0,
  haltedChains: 0,
  oldestUnresolved: [{ kind: 'mints', count: 0, seconds: '0' }],
}
let withdrawals: () => Response
let invariants: object
let drops: object[]
let refused: object[]

beforeEach(() => {
  withdrawals = () => Response.json({ items: [] })
  invariants = well
  drops = []
  refused = []
  vi.stubGlobal('fetch', async (url: string) => {
    switch (new URL(url, location.href).pathname) {
      case '/api/desk/today':
        return Response.json(today)
      case '/api/desk/refused-emails':
        return Response.json({ items: refused })
      case '/api/invariants':
        return Response.json(invariants)
      case '/graphql':
        return Response.json({ data: { drops: { items: drops } } })
      default:
        return withdrawals()
    }
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('withdrawals that wait for staff are counted', async () => {
  withdrawals = () => Response.json({ items: [{ id: 'w1' }, { id: 'w2' }] })
  render(<Today lang="en" decides />)
  const link = await screen.findByRole('link', { name: '2 withdrawals to check' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/reviews/)
})

test('without the count the link to them stays', async () => {
  withdrawals = () =>
    Response.json({ error: { code: 'forbidden', message: 'Staff only.', details: {} } }, { status: 403 })
  render(<Today lang="en" decides />)
  expect(await screen.findByRole('link', { name: 'Withdrawals to check' })).toBeTruthy()
})

test('a day without problems says so', async () => {
  render(<Today lang="en" decides />)
  expect(await screen.findByText('No alarms. Every promise holds.')).toBeTruthy()
  expect(await screen.findByText('Nothing is in progress.')).toBeTruthy()
  expect(await screen.findByText('No drop is announced.')).toBeTruthy()
})

test('an address that refused an email leads to its order', async () => {
  const error = 'sending SMTP RCPT TO command: 550 5.1.1'
  refused = [
    {
      recipient: 'ada@example.org',
      subject: 'Your receipt',
      orderId: 'o1',
      refusedAt: '2026-11-24T10:00:00Z',
      error,
    },
  ]
  render(<Today lang="en" decides />)
  const link = await screen.findByRole('link', { name: 'ada@example.org' })
  expect(link.getAttribute('href')).toContain('/en/profile/desk/orders/o1')
  expect(link.closest('li')?.textContent).toContain('Your receipt')
  expect(link.closest('li')?.textContent).toContain(error)
})

test('problems and open work are sentences, and the next drop has its time', async () => {
  invariants = {
    ...well,
    unmatchedPayments: 1,
    haltedChains: 2,
    oldestUnresolved: [{ kind: 'mints', count: 3, seconds: '240' }],
  }
  drops = [
    {
      __typename: 'Drop',
      id: '1',
      slug: 'winter-1',
      title: 'Winter',
      sale: { __typename: 'DropSale', startsAt: '2026-12-03T18:00:00Z' },
      artworkCount: 12,
    },
  ]
  render(<Today lang="en" decides />)
  expect(await screen.findByText(/^1 final payment has no order, refund or review/)).toBeTruthy()
  expect(screen.getByText(/^2 networks are halted/)).toBeTruthy()
  expect(screen.queryByText(/No alarms/)).toBeNull()
  expect(screen.getByText('3 tokens are being minted; the oldest has waited 4 min.')).toBeTruthy()
  const drop = await screen.findByRole('link', { name: 'Winter' })
  expect(drop.getAttribute('href')).toMatch(/^\/en\/drops\/winter-1/)
  expect(drop.parentElement!.textContent).toContain('opens 3 December 2026, 18:00 UTC, with 12 artworks.')
})

test('staff without the finance role see no decisions', async () => {
  withdrawals = () => {
    throw new Error('not for them')
  }
  render(<Today lang="en" decides={false} />)
  expect(await screen.findByText('No alarms. Every promise holds.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /to check|to review|to approve/ })).toBeNull()
})
