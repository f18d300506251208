// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Payouts } from './payouts'

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const page = { items: [], totalCount: 0, page: 1, pageCount: 1 }
const balance = {
  chainId: 31337,
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  payee: wallet,
  amount: '221000000000000000',
  confirming: '0',
  verified: true,
  data: '0x51cff8d9',
  pending: false,
}
let sales: object
let payouts: object
let requests: { key?: string; body: unknown }[]
let refusal: Response | null

beforeEach(() => {
  sales = { ...page, sums: [] }
  payouts = { ...page, balances: [], activeAddress: '', frozen: false, galleryPays: true, minimum: '0' }
  requests = []
  refusal = null
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    if (refusal) return refusal.clone()
    if (method === 'POST') {
      requests.push({
        key: (headers as Record<string, string>)['idempotency-key'],
        body: JSON.parse(String(body)),
      })
      payouts = { ...payouts, balances: [{ ...balance, pending: true }] }
      return Response.json({ id: '1', status: 'queued' })
    }
    if (String(url).startsWith('/api/sales')) return Response.json(sales)
    if (String(url).startsWith('/api/payouts')) return Response.json(payouts)
    return Response.json({ chains: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an account that is not linked to an artist shows how to connect it', async () => {
  refusal = Response.json({ error: { code: 'forbidden', message: 'No.', details: {} } }, { status: 403 })
  render(<Payouts lang="en" />)
  expect(await screen.findByText(/isn’t linked to an artist/)).toBeTruthy()
})

test('before any sale there is nothing to withdraw', async () => {
  render(<Payouts lang="en" />)
  expect(await screen.findByText(/Nothing sold yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull()
})

test('a balance is withdrawn once, under a key, and then it is on its way', async () => {
  payouts = { ...payouts, balances: [balance], activeAddress: wallet }
  render(<Payouts lang="en" />)
  expect(await screen.findByText('0.221 ETH')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw to your wallet' }))
  expect(await screen.findByText('Your payout is on its way')).toBeTruthy()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.key).toBeTruthy()
  expect(requests[0]?.body).toEqual({ chainId: 31337, payee: wallet })
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull()
})

test('while payouts are on hold, or where the gallery sends none, only the artist’s own wallet is offered', async () => {
  payouts = { ...payouts, balances: [balance], frozen: true }
  const { unmount } = render(<Payouts lang="en" />)
  expect(await screen.findByText('Payouts are on hold')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw to your wallet' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw with your own wallet' })).toBeTruthy()
  unmount()
  payouts = { ...payouts, frozen: false, galleryPays: false }
  render(<Payouts lang="en" />)
  expect(await screen.findByRole('button', { name: 'Withdraw with your own wallet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw to your wallet' })).toBeNull()
})

test('held amounts say how much and why', async () => {
  sales = {
    ...page,
    items: [
      {
        id: 's1',
        soldAt: '2026-11-22T18:00:00Z',
        artworkSlug: 'red-earth-manifold-23',
        artworkTitle: 'Red Earth Manifold',
        editionNumber: 3,
        editionSize: 100,
        price: { amount: '19500', currency: 'USD' },
        paymentMethod: 'card',
        state: 'held',
        heldReason: 'card',
        share: { amount: '16575', currency: 'USD' },
        paidWei: '',
        shareWei: '',
        chainId: 0,
        transactionHash: '',
        partlyRefunded: false,
        disputed: false,
      },
    ],
    sums: [
      { currency: 'USD', chainId: 0, earned: '16575', credited: '0', held: '16575' },
      {
        currency: '',
        chainId: 31337,
        earned: '0',
        credited: '221000000000000000',
        held: '-221000000000000000',
      },
    ],
  }
  render(<Payouts lang="en" />)
  expect(await screen.findByText(/we hold your share until we pay out card sales/)).toBeTruthy()
  expect(screen.getByText('$165.75')).toBeTruthy()
  expect(screen.getByText(/0.221 ETH of refunded sales will be deducted/)).toBeTruthy()
})
