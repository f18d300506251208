import { expect, test } from 'vitest'
import { causeOf, needsAddress, outcomeOf, waitingFor } from './model'

test('causes and outcomes have words, also those of tomorrow', () => {
  expect(causeOf({ reason: 'duplicate' })).toBe('Paid twice')
  expect(causeOf({ reason: 'moon_phase' })).toBe('moon phase')
  expect(outcomeOf({ decision: 'automatic' })).toBe('Settled by itself')
  expect(outcomeOf({ decision: '' })).toBe('Closed')
})

test('only an ether refund without an address asks for one', () => {
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '' }, 'refund')).toBe(true)
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '0xabc' }, 'refund')).toBe(false)
  expect(needsAddress({ paymentMethod: 'card', refundAddress: '' }, 'refund')).toBe(false)
  expect(needsAddress({ paymentMethod: 'ether', refundAddress: '' }, 'reject')).toBe(false)
})

const now = Date.UTC(2026, 10, 21, 12)
test.each([
  [0, 'less than a minute'],
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [72 * 3_600_000, '3 days'],
])('%d ms are %s', (ago, words) => expect(waitingFor(new Date(now - ago).toISOString(), now)).toBe(words))
