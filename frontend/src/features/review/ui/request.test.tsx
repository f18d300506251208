// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RefundRequest } from '../model'
import { Request } from './request'

const request: RefundRequest = {
  id: 'q1',
  status: 'pending',
  checkoutId: 'c1',
  reviewId: '',
  paymentMethod: 'card',
  amount: { amount: '125000', currency: 'USD' },
  wei: '',
  chainId: 0,
  refundAddress: '',
  requestedBy: 'a',
  requestedByName: 'Ada Lovelace',
  note: 'Damaged.',
  decidedBy: '',
  decidedByName: '',
  createdAt: '2026-11-21T12:00:00Z',
  expiresAt: '2026-11-24T12:00:00Z',
  artworkTitle: 'Rain',
  artistName: 'Ada Brien',
  editionNumber: 3,
  editionSize: 7,
  price: { amount: '125000', currency: 'USD' },
  earlierRefunds: [],
  tokenPlace: 'wallet',
  againstReturn: false,
  decidedAt: null,
  tokenReturnedAt: '',
  problem: '',
}
const nothing = async () => {}

afterEach(cleanup)

test('another member of staff can approve or reject', () => {
  render(<Request lang="en" request={request} me="b" onDecided={nothing} />)
  expect(screen.getByRole('heading', { name: 'Refund of $1,250' })).toBeTruthy()
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
  for (const seen of [
    'Rain by Ada Brien',
    '3 of 7',
    '$1,250',
    'None',
    'In the buyer’s own wallet, where it stays',
  ]) {
    expect(screen.getByText(seen)).toBeTruthy()
  }
  expect(screen.getByRole('link', { name: 'c1' }).getAttribute('href')).toBe('/en/profile/desk/orders/c1')
  expect(screen.getByRole('button', { name: 'Approve the refund' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reject the refund' })).toBeTruthy()
})

test('the one who requested it can only withdraw it', () => {
  render(<Request lang="en" request={request} me="a" onDecided={nothing} />)
  expect(screen.getByText(/someone else must approve it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve the refund' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw the request' })).toBeTruthy()
})

test('an approved request that waits for the work can only be rejected', () => {
  render(
    <Request
      lang="en"
      request={{ ...request, status: 'returning', againstReturn: true }}
      me="a"
      onDecided={nothing}
    />,
  )
  expect(screen.getByText(/Waiting for the buyer to send the work back/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve the refund' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reject the refund' })).toBeTruthy()
})

test('a refund that can’t go out after the return says why, and someone else can try it again', () => {
  const unpaid: RefundRequest = {
    ...request,
    status: 'returning',
    againstReturn: true,
    tokenReturnedAt: '2026-11-26T12:00:00Z',
    problem: 'limit',
  }
  const { rerender } = render(<Request lang="en" request={unpaid} me="b" onDecided={nothing} />)
  expect(screen.getByText(/would exceed the daily limit/)).toBeTruthy()
  expect(screen.getByText(/the work is back since/)).toBeTruthy()
  expect(screen.queryByText(/Waiting for the buyer/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Try the refund now' })).toBeTruthy()
  rerender(<Request lang="en" request={unpaid} me="a" onDecided={nothing} />)
  expect(screen.queryByRole('button', { name: 'Try the refund now' })).toBeNull()
})
