import { expect, test } from 'vitest'
import { statuses } from '@/messages/desk'
import {
  amountOf,
  countsOf,
  groupNames,
  happened,
  latestRefused,
  ledgerAccount,
  lineOf,
  needsSecond,
  type Refundable,
  type Story,
  sentenceOf,
  statusesOf,
  toggled,
} from './model'

test('each status is in exactly one group', () => {
  expect(statusesOf(groupNames).sort()).toEqual(Object.keys(statuses).sort())
})

test('a chip adds its group and removes it again', () => {
  const once = toggled(['ended'], 'paying')
  expect(once).toEqual(['paying', 'ended'])
  expect(toggled(once, 'paying')).toEqual(['ended'])
})

test('counts add up by group, without empty ones', () => {
  const counts = [
    { status: 'paid', orders: 2, amounts: [] },
    { status: 'delivering', orders: 3, amounts: [] },
    { status: 'disputed', orders: 1, amounts: [] },
  ] as const
  expect(countsOf(counts.map((count) => ({ ...count, amounts: [] })))).toEqual([
    { name: 'attention', orders: 1 },
    { name: 'delivering', orders: 5 },
  ])
})

test.each([
  ['', ''],
  ['  ', ''],
  ['250.50', '25050'],
  ['1,250', '125000'],
  ['1250.01', null],
  ['0', null],
  ['-5', null],
  ['five', null],
])('of %j, %j minor units can be refunded', (typed, amount) => {
  expect(amountOf(typed, { amount: '125000', currency: 'USD' })).toBe(amount)
})

test('a refund shows its amount and destination', () => {
  const card: Refundable = {
    paymentMethod: 'card',
    amount: { amount: '125000', currency: 'USD' },
    wei: '',
    chainId: 0,
    refundAddress: '',
    tokenPlace: 'vault',
    alone: '2550',
  }
  expect(sentenceOf(card, '', '').sentence).toBe('$1,250 will be refunded to the card that paid.')
  expect(sentenceOf(card, '2550', '')).toEqual({
    money: '$25.50',
    sentence: '$25.50 will be refunded to the card that paid.',
  })
  const ether: Refundable = {
    paymentMethod: 'ether',
    amount: undefined,
    wei: '500000000000000000',
    chainId: 1,
    refundAddress: '0xA',
    tokenPlace: 'vault',
    alone: '500000000000000000',
  }
  expect(sentenceOf(ether, '', '').sentence).toBe('0.5 ETH goes to 0xA.')
  expect(sentenceOf(ether, '', '0xB', 'xDAI').sentence).toBe('0.5 xDAI goes to 0xB.')
  expect([needsSecond(card, '2550', ''), needsSecond(card, '2551', ''), needsSecond(card, '', '')]).toEqual([
    false,
    true,
    true,
  ])
  expect([needsSecond(ether, '', ''), needsSecond(ether, '', '0xa'), needsSecond(ether, '', '0xB')]).toEqual([
    false,
    false,
    true,
  ])
  expect(needsSecond({ ...ether, alone: '0' }, '', '')).toBe(true)
})

test.each([
  ['-125000', 'USD', '-$1,250'],
  ['106250', 'USD', '$1,062.50'],
  ['-1500000000000000000', 'eip155:1', '-1.5 ETH'],
])('a line of %s %s is %s', (amount, asset, text) => {
  expect(lineOf({ amount, asset })).toBe(text)
})

test('the acceptance of a gift is sorted among the steps by time', () => {
  const step = (to: string, at: string) => ({ from: '', to, reason: '', actor: 'chain', at }) as const
  const steps = [
    step('delivering', '2026-11-27T10:00:00Z'),
    step('completed', '2026-11-27T10:00:05.123456Z'),
    step('disputed', '2026-11-29T10:00:00Z'),
  ] as Story['steps']
  const order = { gift: { email: 'a@example.org', acceptedAt: '2026-11-28T10:00:00Z' } } as Story['order']
  expect(happened({ steps, order }).map(({ text }) => text)).toEqual([
    'Minting',
    'Completed',
    'Gift accepted by its recipient',
    'Disputed',
  ])
  expect(happened({ steps: steps.slice(0, 2), order }).at(-1)?.text).toBe('Gift accepted by its recipient')
  expect(happened({ steps, order: { gift: null } as Story['order'] })).toHaveLength(3)
})

test.each([
  ['artist:28:payable', 'Artist’s share, held by us'],
  ['buyer:01a21ea0-536c:payable', 'Owed to the buyer'],
  ['platform:revenue', 'Gallery’s share'],
  ['chain:new', 'chain:new'],
])('the account %s of the ledger is called %s', (code, name) => {
  expect(ledgerAccount(code)).toBe(name)
})

test('of several refused emails to an address the latest counts, whichever service sent it, newest first', () => {
  const email = (recipient: string, refusedAt: string, subject = '') => ({
    recipient,
    refusedAt,
    subject,
    error: '550',
  })
  const list = latestRefused([
    { ...email('ada@example.org', '2026-11-01T10:00:00Z', 'Your order'), orderId: '1' },
    email('Ada@example.org', '2026-11-02T10:00:00Z', 'Confirm your wallet'),
    email('bo@example.org', '2026-11-03T10:00:00.5Z'),
  ])
  expect(list.map(({ recipient }) => recipient)).toEqual(['bo@example.org', 'Ada@example.org'])
  expect(list[1]).toMatchObject({ subject: 'Confirm your wallet' })
})
