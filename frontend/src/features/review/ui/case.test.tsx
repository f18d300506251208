// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Review } from '../model'
import { Case } from './case'

const review: Review = {
  id: 'r1',
  reason: 'direct_transfer',
  detail: 'It was sent without an order. Contact the payer what it was for.',
  checkoutId: '',
  checkoutStatus: '',
  artworkTitle: '',
  artistId: '0',
  artistName: '',
  paymentMethod: 'ether',
  wei: '1000000000000000000',
  askedWei: '',
  asset: '',
  providerPayment: '',
  chainId: 31337,
  transactionHash: '',
  payer: '',
  refundAddress: '',
  actions: ['refund', 'reject'],
  status: 'open',
  decision: '',
  decidedBy: '',
  decidedByName: '',
  note: '',
  needsSecondPerson: false,
  createdAt: '2026-11-21T12:00:00Z',
  closedAt: null,
  refundRequest: null,
}
const nothing = async () => {}

afterEach(cleanup)

test('an open case shows advice and requires a decision', () => {
  render(<Case lang="en" review={review} onDecided={nothing} />)
  expect(screen.getByText(/Contact the payer/).closest('details')).toBeNull()
  expect(screen.getByRole('button', { name: 'Decide' })).toBeTruthy()
})

test('a closed case shows its outcome, with the earlier advice collapsed', () => {
  const closed: Review = {
    ...review,
    status: 'closed',
    decision: 'refund',
    actions: [],
    decidedBy: 'a',
    decidedByName: 'Ada Lovelace',
    note: 'A mistake.',
  }
  render(<Case lang="en" review={closed} onDecided={nothing} />)
  expect(screen.getByText(/Refunded, by Ada Lovelace\. “A mistake\.”/)).toBeTruthy()
  const fold = screen.getByText(/Contact the payer/).closest('details')
  expect(fold?.open).toBe(false)
  expect(fold?.querySelector('summary')?.textContent).toBe('Details at the time')
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('the artist of the work is a link', () => {
  render(
    <Case
      lang="en"
      review={{ ...review, artworkTitle: 'Long Furrow', artistId: '7', artistName: 'Adaeze Nwokolo' }}
      onDecided={nothing}
    />,
  )
  expect(screen.getByRole('link', { name: 'Adaeze Nwokolo' }).getAttribute('href')).toBe('/en/artists/7')
})

test.each([
  [false, '', 'without a second person'],
  [true, '', 'second member of staff'],
  [false, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'second member of staff'],
])('a refund says whether it needs a second person: %s, to %j', (needsSecondPerson, to, text) => {
  render(
    <Case
      lang="en"
      review={{ ...review, refundAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', needsSecondPerson }}
      onDecided={nothing}
    />,
  )
  fireEvent.click(screen.getByLabelText('Refund the payment'))
  if (to) fireEvent.change(screen.getByLabelText(/Send it to/), { target: { value: to } })
  expect(screen.getByText(new RegExp(`refund.*${text}|${text}.*refund`))).toBeTruthy()
})
