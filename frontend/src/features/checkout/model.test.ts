import { expect, test, vi } from 'vitest'
import {
  type Checkout,
  gateOf,
  hasReceipt,
  inBrowser,
  isOver,
  isQuoted,
  isThanked,
  liveOf,
  localTime,
  lockedUntil,
  mayFollow,
  pollDelay,
  type ServerStatus,
  statuses,
} from './model'
import { isRefused } from './refused'

const all: ServerStatus[] = [
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
  ({
    id: 'c',
    status: 'reserved',
    artworkId: '24',
    artworkSlug: 'long-furrow-24',
    artworkTitle: 'Long Furrow',
    artistName: 'Ada',
    editionNumber: 3,
    editionSize: 25,
    expiresAt: '2026-11-21T00:15:00Z',
    price: { amount: '75500', currency: 'USD' },
    paymentMethod: '',
    chainId: 31337,
    confirmations: 0,
    reason: '',
    createdAt: '2026-11-21T00:00:00Z',
    ...change,
  }) as Checkout

test('the order of the browser: forward with skips, back only from processing', () => {
  for (const from of statuses) {
    for (const to of statuses) {
      const forward = statuses.indexOf(to) > statuses.indexOf(from)
      const failed = from === 'processing' && to === 'paymentPending'
      expect(mayFollow(from, to), `${from} to ${to}`).toBe(forward || failed)
    }
  }
})

test('server states in the browser', () => {
  expect(all.filter((status) => inBrowser(status) === 'paymentPending')).toEqual([
    'reserved',
    'awaiting_payment',
    'payment_failed',
  ])
  expect(all.filter((status) => inBrowser(status) === 'completed')).toEqual(['completed', 'disputed'])
  expect(all.filter((status) => inBrowser(status) === null)).toEqual([
    'expired',
    'cancelled',
    'refunded',
    'refund_failed',
  ])
})

test('thanks from payment_seen on, a receipt from paid on', () => {
  expect(all.filter((status) => isThanked(status) && !hasReceipt(status))).toEqual([
    'payment_seen',
    'confirming',
  ])
  expect(isThanked('reverted')).toBe(false)
})

test('a countdown runs by the server, whatever the visitor’s clock says', () => {
  const received = Date.parse('2030-01-01T00:00:00Z')
  expect(localTime('2026-11-21T00:15:00Z', { now: '2026-11-21T00:05:00Z' }, received)).toBe(
    '2030-01-01T00:10:00.000Z',
  )
  expect(localTime('2026-11-21T00:15:00Z', { now: '' }, received)).toBe('2026-11-21T00:15:00.000Z')
})

test('an ether order is polled every 10 seconds, or as often as the settings say while its status is about to change', () => {
  const ether = checkout({ status: 'awaiting_payment', paymentMethod: 'ether' })
  expect([0, 1, 100].map((n) => pollDelay(ether, n, 2))).toEqual([10_000, 10_000, 10_000])
  const moving = [
    { ...ether, transactionHash: '0xab' },
    { ...ether, status: 'payment_seen' as const },
    { ...ether, status: 'confirming' as const },
    { ...ether, status: 'delivering' as const },
  ]
  for (const order of moving) {
    expect(pollDelay(order, 5, 2), order.status).toBe(2000)
    expect(pollDelay(order, 5, 10), order.status).toBe(10_000)
  }
})

test('any other order is polled after 2 seconds, later every 10', () => {
  const card = checkout({ status: 'awaiting_payment', paymentMethod: 'card' })
  for (const order of [card, checkout(), null])
    expect([0, 1, 16, 100].map((n) => pollDelay(order, n, 2))).toEqual([2000, 2500, 10_000, 10_000])
})

test('the checkout in progress is found again', () => {
  const list = [
    checkout({ id: 'x', status: 'expired' }),
    checkout({ id: 'y', artworkId: '25' }),
    checkout({ id: 'z' }),
  ]
  expect(liveOf(list, '24')?.id).toBe('z')
  expect(liveOf(list, '26')).toBeUndefined()
})

test('a price in ether is locked while its quote is valid, and not for card payments', () => {
  const ends = '2026-11-21T00:15:00Z'
  const quoted = checkout({
    status: 'awaiting_payment',
    paymentMethod: 'ether',
    quoteExpiresAt: ends,
    now: '2026-11-21T00:05:00Z',
  })
  expect(lockedUntil(quoted)).toBe(ends)
  expect(lockedUntil({ ...quoted, now: ends })).toBeNull()
  expect(lockedUntil({ ...quoted, paymentMethod: 'card' })).toBeNull()
  expect(lockedUntil({ ...quoted, status: 'payment_seen' })).toBeNull()
  expect(lockedUntil({ ...quoted, quoteExpiresAt: null })).toBeNull()
})

test('a quote holds card and cancelling back until the chain has passed its end, not only until its end', () => {
  const ends = '2026-11-21T00:15:00Z'
  const quoted = checkout({ status: 'awaiting_payment', paymentMethod: 'ether', quoteExpiresAt: ends })
  expect(isQuoted(quoted)).toBe(true)
  expect(isQuoted(checkout({ ...quoted, now: '2026-11-21T00:16:00Z' }))).toBe(true)
  expect(isQuoted({ ...quoted, quoteExpiresAt: null })).toBe(false)
  expect(isQuoted({ ...quoted, status: 'payment_seen' })).toBe(false)
})

test('a hold is over by the server’s clock, while the order does not say so yet', () => {
  const held = checkout({ now: '2026-11-21T00:14:59Z' })
  expect(isOver(held)).toBe(false)
  expect(isOver({ ...held, now: held.expiresAt })).toBe(true)
  expect(isOver({ ...held, now: '' })).toBe(false)
  expect(isOver({ ...held, now: held.expiresAt, status: 'expired' })).toBe(false)
})

test('missing steps before a payment', () => {
  const person = {
    session: { status: 'member' },
    settled: true,
    purchaseAllowed: true,
    profileComplete: true,
  } as const
  expect(gateOf(person)).toBe('open')
  expect(gateOf({ ...person, profileComplete: false })).toBe('profile')
  expect(gateOf({ ...person, purchaseAllowed: false, profileComplete: false })).toBe('verify')
  expect(gateOf({ ...person, settled: false })).toBe('unknown')
  expect(gateOf({ ...person, session: { status: 'unknown' } })).toBe('unknown')
  expect(gateOf({ ...person, session: { status: 'anonymous' } })).toBe('login')
})

test.each([
  ['undone', { status: '0x0' }, true],
  ['done', { status: '0x1' }, false],
  ['not in a block', null, false],
])('a transaction that is %s', async (_, receipt, refused) => {
  const fetched = vi.fn(async () => Response.json({ jsonrpc: '2.0', id: 42, result: receipt }))
  vi.stubGlobal('fetch', fetched)
  await expect(isRefused(31337, '0xab')).resolves.toBe(refused)
  const [path, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(path).toBe('/rpc/31337')
  expect(JSON.parse(init.body as string)).toMatchObject({
    method: 'eth_getTransactionReceipt',
    params: ['0xab'],
  })
  vi.unstubAllGlobals()
})
