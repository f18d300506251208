import { expect, test } from 'vitest'
import type { Schemas } from '@/lib/api/client'
import { certificateHref, isUnpaid, nameOf, shortNumber, stepsOf } from './model'

type Checkout = Schemas['Checkout']

const order = (status: Checkout['status'], more: Partial<Checkout> = {}) =>
  ({
    id: '0199a7c0-0000-7000-8000-00001234abcd',
    status,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:15:00Z',
    refunds: [],
    tokenId: '55000003',
    ...more,
  }) as unknown as Checkout

const event = (kind: 'minted' | 'withdrawn' | 'transferred', at: string, final = true) => ({
  kind,
  at,
  final,
  from: '0x1',
  to: '0x2',
  transactionHash: `0x${kind}`,
})

const lines = (...args: Parameters<typeof stepsOf>) =>
  stepsOf(...args).map(
    ({ name, at, done }) => `${done ? '✓' : '·'} ${name}${at ? ` ${at.slice(5, 10)}` : ''}`,
  )

test('an order that was delivered, withdrawn and passed on has a dated line for each', () => {
  expect(
    lines(
      order('completed', { paymentMethod: 'ether', paidAt: '2026-11-01T10:04:00Z' }),
      [event('minted', '2026-11-01T10:05:00Z'), event('withdrawn', '2026-11-03T00:00:00Z')],
      [
        { requestedAt: '2026-11-02T00:00:00Z', tokenId: '55000003' },
        { requestedAt: '2026-11-02T00:00:00Z', tokenId: '55000004' },
      ],
    ),
  ).toEqual([
    '✓ Edition held for you 11-01',
    '✓ Payment received',
    '✓ Payment confirmed 11-01',
    '✓ Minted into our vault for you 11-01',
    '✓ Withdrawal requested 11-02',
    '✓ Moved to a wallet 11-03',
  ])
})

test('a payment by card is received and confirmed at once', () => {
  const paid = order('paid', { paymentMethod: 'card', paidAt: '2026-11-01T10:04:00Z' })
  expect(lines(paid, [], []).slice(1, 3)).toEqual(['✓ Payment received 11-01', '✓ Payment confirmed 11-01'])
})

test('the transfer of a gift isn’t called a withdrawal', () => {
  const [transfer] = lines(
    order('completed'),
    [event('minted', '2026-11-01T10:05:00Z')],
    [{ requestedAt: '2026-11-02T00:00:00Z', tokenId: '55000003', giftOrder: 'o1' }],
  ).slice(-1)
  expect(transfer).toBe('✓ Transfer to the recipient’s wallet started 11-02')
})

test('an order that ended without a payment has no documents to wait for', () => {
  expect((['expired', 'cancelled'] as const).every((status) => isUnpaid(order(status)))).toBe(true)
  expect((['reserved', 'completed', 'refunded'] as const).some((status) => isUnpaid(order(status)))).toBe(
    false,
  )
})

test('an order is named after its work, with its edition unless there is one only', () => {
  const work = { artworkTitle: 'Peat Fire, from Above', editionNumber: 1 }
  expect(nameOf({ ...work, editionSize: 100 })).toBe('Peat Fire, from Above, 1/100')
  expect(nameOf({ ...work, editionSize: 1 })).toBe('Peat Fire, from Above')
})

test('pending steps aren’t ticked', () => {
  expect(lines(order('confirming'), [], [])).toEqual([
    '✓ Edition held for you 11-01',
    '✓ Payment received',
    '· Payment confirmed',
    '· Minted into our vault for you',
  ])
  expect(lines(order('delivering'), [event('minted', '2026-11-01T10:05:00Z', false)], [])).toEqual([
    '✓ Edition held for you 11-01',
    '✓ Payment received',
    '✓ Payment confirmed',
    '· Minted into our vault for you 11-01',
  ])
  expect(lines(order('reserved'), [], [])[1]).toBe('· Payment received')
})

test('an order that ended says how', () => {
  expect(lines(order('expired'), [], [])).toEqual([
    '✓ Edition held for you 11-01',
    '✓ The hold ended. Nothing was charged. 11-01',
  ])
  const refunds = [{ createdAt: '2026-11-04T00:00:00Z', status: 'succeeded', transactionHash: '' }]
  expect(lines(order('refunded', { refunds: refunds as unknown as Checkout['refunds'] }), [], [])).toEqual([
    '✓ Edition held for you 11-01',
    '✓ Payment received',
    '✓ Your money was refunded 11-04',
  ])
})

test('a number and an address', () => {
  expect(shortNumber(order('completed').id)).toBe('1234abcd')
  expect(certificateHref('en', { artworkSlug: 'gyre-4', editionNumber: 3 })).toBe(
    '/en/artworks/gyre-4/certificate/?edition=3',
  )
})
