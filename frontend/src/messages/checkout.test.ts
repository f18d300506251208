import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Schemas } from '@/lib/api/client'
import {
  blocksOf,
  endingSentence,
  etherSentence,
  holdSentence,
  missingSentence,
  problemSentence,
  progressOf,
  reservedSentence,
  statusSentence,
  taxSentence,
} from './checkout'

type Checkout = Schemas['Checkout']
type ServerStatus = Checkout['status']

const statuses: ServerStatus[] = [
  'reserved',
  'awaiting_payment',
  'payment_seen',
  'confirming',
  'paid',
  'delivering',
  'completed',
  'payment_failed',
  'expired',
  'cancelled',
  'reverted',
  'refund_pending',
  'refunded',
  'refund_failed',
  'disputed',
  'in_review',
]
const checkout = (change: Partial<Checkout> = {}) =>
  ({ status: 'reserved', paymentMethod: '', confirmations: 0, reason: '', ...change }) as Checkout

test('every status has a sentence, by every way to pay', () => {
  for (const status of statuses)
    for (const paymentMethod of ['', 'card', 'ether'] as const)
      expect(statusSentence(checkout({ status, paymentMethod })), status).toMatch(/^[A-Z].+\.$/)
  expect(statusSentence(checkout({ status: 'payment_failed', reason: 'card_declined' }))).toBe(
    'Your bank declined the card. Nothing was charged. Try another card or pay with ether.',
  )
  expect(statusSentence(checkout({ status: 'confirming', confirmations: 1 }))).toContain('1 block so far')
})

test('only a page that waits for an order says that it can be closed', () => {
  for (const status of ['payment_seen', 'confirming', 'paid', 'delivering'] as const) {
    expect(statusSentence(checkout({ status }))).toMatch(/\. You can close this page\.$/)
    expect(statusSentence(checkout({ status }), true)).not.toMatch(/close|\s$/)
  }
})

test.each([
  'payment_seen',
  'confirming',
  'reverted',
  'paid',
  'delivering',
  'refund_pending',
  'in_review',
] as const)('an overdue %s says so instead of how long it takes', (status) => {
  const words = statusSentence(checkout({ status, overdue: true, paymentMethod: 'ether' }))
  expect(words).toContain('taking longer than usual')
  expect(words).not.toMatch(/minutes|You can close this page/)
  expect(statusSentence(checkout({ status }))).not.toContain('longer than usual')
})

test('the progress of an overdue order promises no time either', () => {
  const until = (overdue: boolean) => progressOf(checkout({ status: 'delivering', overdue }))[2]!.until
  expect(until(false)).toBe('After that')
  expect(until(true)).toBe('Taking longer than usual')
  const confirming = progressOf(checkout({ status: 'confirming', paymentMethod: 'card', overdue: true }))
  expect(confirming.map((step) => step.until)).toEqual([
    '',
    'Taking longer than usual',
    'After that',
    'As soon as it’s minted',
  ])
})

test.each([
  [{ confirmations: 0, confirmationsNeeded: 64 }, ''],
  [{ confirmations: 1 }, '1 block'],
  [{ confirmations: 12, confirmationsNeeded: 64 }, '12 of 64 blocks'],
  [{ confirmations: 80, confirmationsNeeded: 64 }, '64 of 64 blocks'],
])('%o are "%s"', (part, words) => expect(blocksOf(checkout(part))).toBe(words))

test('the length of a hold comes from the settings, and is left out while they are unknown', () => {
  expect(holdSentence(900)).toBe('We’ll hold your edition for 15 minutes while you pay.')
  expect(holdSentence(1200)).toContain('20 minutes')
  expect(holdSentence(0)).toBe('We’ll hold your edition while you pay.')
  for (const words of [
    reservedSentence,
    (n: number) => problemSentence({ code: 'edition_unavailable', details: {} }, n) ?? '',
  ]) {
    expect(words(900)).toContain('15 minutes')
    expect(words(0)).not.toMatch(/\d/)
  }
})

test('no text names a length of time: they come from settings', () => {
  const source = readFileSync(new URL('./checkout.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(
    /\d+\s*(seconds?|minutes?|hours?|days?)|quarter of an hour|within (a|two|five|ten) /,
  )
})

test('the list of missing input before paying', () => {
  expect(missingSentence({ terms: true, country: true })).toBe(
    'To pay, accept the terms and conditions and choose your billing country.',
  )
  expect(missingSentence({ terms: true, country: false })).toBe('To pay, accept the terms and conditions.')
  expect(missingSentence({ terms: false, country: true })).toBe('To pay, choose your billing country.')
  expect(missingSentence({ terms: false, country: false })).toBe('')
})

test('a buyer in ether reads whether it was sent, late or refused', () => {
  expect(etherSentence('')).toContain('If your wallet has already sent the payment, wait')
  expect(etherSentence('sent')).toContain('was sent')
  expect(etherSentence('late')).toContain('only if your wallet has dropped it')
  expect(etherSentence('refused')).toContain('You only paid the network fee')
  for (const quoted of [true, false]) {
    expect(endingSentence(quoted)).toContain('in time still counts')
    expect(endingSentence(quoted)).toContain('nothing is charged')
  }
  expect(problemSentence({ code: 'ether_sent', details: {} })).toContain('may have sent a payment')
  expect(problemSentence({ code: 'internal', details: {} })).toBeNull()
})

test('tax', () => {
  const amount = { amount: '19958', currency: 'USD' }
  expect(taxSentence({ rateBps: 1900, amount, country: 'DE' })).toBe('Includes $199.58 VAT (19%, Germany).')
  expect(taxSentence({ rateBps: 0, amount, country: 'CH' })).toBe('No VAT is charged (Switzerland).')
})
