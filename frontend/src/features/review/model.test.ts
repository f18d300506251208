import { expect, test } from 'vitest'
import {
  causeOf,
  deciderOf,
  detailsOf,
  labelOf,
  moneyOf,
  needsAddress,
  outcomeOf,
  type Review,
  waitingFor,
} from './model'

test('causes and outcomes have texts, also unknown ones', () => {
  expect(causeOf({ reason: 'duplicate' })).toBe('Paid twice')
  expect(causeOf({ reason: 'moon_phase' })).toBe('moon phase')
  expect(outcomeOf({ decision: 'automatic', reason: 'duplicate' })).toBe('Resolved automatically')
  expect(outcomeOf({ decision: '', reason: 'duplicate' })).toBe('Closed')
  expect(outcomeOf({ decision: 'reject', reason: 'refund_failed' })).toBe('Refunded another way')
  expect(outcomeOf({ decision: 'refund', reason: 'refund_failed' })).toBe('Refunded')
  expect(labelOf('complete', { reason: 'late' })).toBe('Accept the payment for the edition')
  expect(labelOf('complete', { reason: 'refund_failed' })).toContain('Keep the sale')
})

test('only an ether refund without an address asks for one', () => {
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '' }, 'refund')).toBe(true)
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '0xabc' }, 'refund')).toBe(false)
  expect(needsAddress({ paymentMethod: 'card', refundAddress: '' }, 'refund')).toBe(false)
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '' }, 'reject')).toBe(false)
})

test('a decision names a person', () => {
  expect(deciderOf({ decidedBy: 'a', decidedByName: 'Ada Lovelace' }, 'a')).toBe('by you')
  expect(deciderOf({ decidedBy: 'a', decidedByName: 'Ada Lovelace' }, 'b')).toBe('by Ada Lovelace')
  expect(deciderOf({ decidedBy: 'a', decidedByName: '' }, 'b')).toBe('by a member of staff')
  // Resolved automatically, also for a visitor whose account hasn't loaded yet.
  expect(deciderOf({ decidedBy: '', decidedByName: '' }, '')).toBe('')
})

const card: Review = {
  id: 'r1',
  reason: 'underpaid',
  detail: 'The card provider took another amount than was asked.',
  checkoutId: 'c1',
  checkoutStatus: 'in_review',
  artistId: '7',
  artistName: 'Adaeze Nwokolo',
  artworkTitle: 'Bifocal',
  paymentMethod: 'card',
  amount: { amount: '100000', currency: 'USD' },
  asked: { amount: '125000', currency: 'USD' },
  wei: '',
  askedWei: '',
  asset: '',
  providerPayment: 'pi_1',
  chainId: 0,
  transactionHash: '',
  payer: '',
  refundAddress: '',
  actions: ['refund', 'complete', 'reject'],
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

test('a case formats its money and details', () => {
  expect(moneyOf(card)).toBe('$1,000')
  expect(detailsOf(card)).toEqual([
    ['Work', 'Bifocal', false],
    ['Price', '$1,250', false],
    ['Order', 'c1', true],
    ['Status', 'In review', false],
    ['Card payment', 'pi_1', true],
  ])
  const ether: Review = {
    ...card,
    amount: undefined,
    asked: undefined,
    providerPayment: '',
    wei: '37500000000000000',
    chainId: 1,
  }
  expect(moneyOf(ether)).toBe('0.0375 ETH')
  expect(moneyOf(ether, 'xDAI')).toBe('0.0375 xDAI')
  expect(detailsOf({ ...ether, askedWei: '40000000000000000' })).toContainEqual(['Price', '0.04 ETH', false])
  // Tokens have different decimals, so the amount isn't shown as ether.
  const token: Review = { ...ether, wei: '5000000', asset: '0xA0b8' }
  expect(moneyOf(token)).toBe('')
  expect(detailsOf(token)).toContainEqual(['Token', '0xA0b8', true])
  expect(detailsOf(token)).toContainEqual(['Amount', '5000000 of the token’s smallest units', false])
})

const now = Date.UTC(2026, 10, 21, 12)
test.each([
  [0, 'less than a minute'],
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [72 * 3_600_000, '3 days'],
])('%d ms are %s', (ago, words) => expect(waitingFor(new Date(now - ago).toISOString(), now)).toBe(words))
