import { expect, test } from 'vitest'
import { ended, every } from '@/messages/auctions'
import { accessWords, pricesWords, shutOf, windowOf } from '@/messages/phases'
import {
  atTime,
  currentOf,
  isOver,
  nextChange,
  nextFall,
  nextFor,
  nextPrice,
  offerOf,
  type Phase,
  type PhasePrice,
  priceAt,
  rangeOf,
  saleOf,
  stateAt,
  type Window,
  type Work,
} from './model'

const at = (clock: string) => Date.parse(`2026-11-26T${clock}:00Z`)
const money = (amount: string) => ({ amount, currency: 'USD' })

const friends: Phase = {
  id: 'f',
  name: 'Friends',
  kind: 'allow_list',
  state: 'open',
  startsAt: '2026-11-26T10:00:00Z',
  endsAt: '2026-11-26T12:00:00Z',
  cap: 2,
  prices: [{ artworkId: '1', price: money('9000'), auction: null }],
  access: null,
}
const everyone: Phase = {
  ...friends,
  id: 'e',
  name: 'Everyone',
  kind: 'public',
  state: 'upcoming',
  startsAt: '2026-11-26T13:00:00Z',
  endsAt: null,
  cap: 0,
  prices: [],
}
const access = (reason: NonNullable<Phase['access']>['reason'], left?: number) => ({
  eligible: reason === '' || reason === 'cap_reached' || reason === 'entry_used',
  reason,
  bought: 0,
  left,
})
const plan = (clock: string, change: Partial<Phase> = {}) =>
  [{ ...friends, ...change }, everyone].map((phase) => ({ ...phase, state: stateAt(phase, at(clock)) }))

test.each([
  ['09:59', 'upcoming', 'Friends', '10:00'],
  ['10:00', 'open', 'Friends', '12:00'],
  ['12:00', 'ended', 'Everyone', '13:00'],
  ['13:00', 'ended', 'Everyone', null],
])('at %s Friends is %s, %s decides, and the next change is at %s', (clock, state, current, next) => {
  const phases = plan(clock)
  expect(phases[0]!.state).toBe(state)
  expect(currentOf(phases)?.name).toBe(current)
  expect(nextChange(phases, at(clock))).toBe(next === null ? Number.POSITIVE_INFINITY : at(next))
})

test('a paused phase stays paused until it ends; after the last one nothing decides', () => {
  expect(stateAt({ ...friends, state: 'paused' }, at('11:00'))).toBe('paused')
  expect(stateAt({ ...friends, state: 'paused' }, at('12:00'))).toBe('ended')
  expect(currentOf([{ ...friends, state: 'ended' }])).toBeNull()
})

test('the drop’s own window is the outer limit', () => {
  const drop = { startsAt: '2026-11-26T11:00:00Z', endsAt: '2026-11-26T14:00:00Z' }
  expect(atTime([friends, everyone], drop, at('10:30'))).toMatchObject([
    { startsAt: drop.startsAt, endsAt: friends.endsAt, state: 'upcoming' },
    { startsAt: everyone.startsAt, endsAt: drop.endsAt },
  ])
  expect(atTime([friends], { startsAt: friends.endsAt!, endsAt: null }, at('13:00'))).toEqual([])
})

test('prices run from the lowest to the highest, own ones included', () => {
  const works = [
    { id: '1', price: money('20000') },
    { id: '2', price: money('125000') },
    { id: '3', price: null },
  ]
  expect(pricesWords(rangeOf(friends, works))).toBe('$90 to $1,250')
  expect(pricesWords(rangeOf(everyone, works))).toBe('$200 to $1,250')
  expect(pricesWords(rangeOf(friends, []))).toBe('$90')
  expect(pricesWords(rangeOf(everyone, []))).toBe('')
})

test.each([
  [null, ''],
  [access(''), 'You can buy here'],
  [access('', 1), 'You can buy here · 1 of 2 left'],
  [access('cap_reached', 0), 'You have all 2'],
  [access('entry_used', 0), 'Another account already bought with your wallet or work'],
  [access('not_on_list'), 'Not on the list'],
  [access('holds_no_token'), 'None of your wallets holds one of the works'],
  [access('unknown'), 'We can’t check this right now'],
])('an account with %o reads "%s"', (of, words) => {
  expect(accessWords({ ...friends, access: of })).toBe(words)
})

test('an account that may buy later sees that before the start', () => {
  expect(accessWords({ ...friends, state: 'upcoming', access: access('', 2) })).toBe(
    'You can buy here once it opens · 2 of 2 left',
  )
})

test.each([
  ['nobody knows who a visitor is', '11:00', {}, /^$/],
  ['a listed account', '11:00', { access: access('', 2) }, /^$/],
  [
    'a stranger',
    '11:00',
    { access: access('not_on_list') },
    /isn’t on the list.+Everyone can buy .+, in “Everyone”\.$/,
  ],
  [
    'a stranger before the start',
    '09:00',
    { access: access('not_on_list') },
    /^“Friends” opens .+\. It is for/,
  ],
  ['a visitor before the start', '09:00', {}, /^“Friends” opens at .+ your time, for invited accounts\.$/],
  [
    'an account with all',
    '11:00',
    { access: access('cap_reached', 0) },
    /^You have the 2 editions that “Friends”/,
  ],
  ['a chain that can’t be read', '11:00', { access: access('unknown') }, /tries again in a moment/],
  ['a pause', '11:00', { state: 'paused' as const }, /paused the sale for a moment/],
  ['the time between', '12:30', {}, /^“Everyone” opens at/],
])('%s', (_, clock, change, want) => {
  expect(shutOf(plan(clock, change), at(clock))).toMatch(want)
})

test('after the last phase the sale has ended', () => {
  expect(shutOf([{ ...friends, state: 'ended' }], at('14:00'))).toBe('The sale of this drop has ended.')
})

test('the next phase for an account is one that it may buy in', () => {
  const later = { ...friends, id: 'l', startsAt: '2026-11-26T12:30:00Z', access: access('not_on_list') }
  expect(nextFor([friends, later, everyone], at('11:00'))?.id).toBe('e')
  expect(nextFor([friends, { ...later, access: access('') }, everyone], at('11:00'))?.id).toBe('l')
})

test('a window is in the visitor’s zone', () => {
  expect(windowOf(friends)).toMatch(/^26 November, \d\d:00 to \d\d:00 your time$/)
  expect(windowOf(everyone)).toMatch(/^From 26 November, \d\d:00 your time$/)
})

const falling: Phase = {
  ...friends,
  prices: [
    {
      artworkId: '1',
      price: money('100000'),
      auction: { lowest: '30000', step: '7000', intervalSeconds: 60, status: 'selling', lastPrice: '0' },
    },
  ],
}
const [fallingPrice] = falling.prices as [PhasePrice]
const changed = (change: Partial<NonNullable<PhasePrice['auction']>>): PhasePrice => ({
  ...fallingPrice,
  auction: { ...fallingPrice.auction!, ...change },
})

test.each([
  ['09:00', '100000', '10:01', '93000'],
  ['10:00', '100000', '10:01', '93000'],
  ['10:01', '93000', '10:02', '86000'],
  ['10:09', '37000', '10:10', '30000'],
  ['10:10', '30000', null, null],
  ['11:00', '30000', null, null],
])('at %s the price is %s and falls at %s to %s', (clock, price, next, to) => {
  const starts = at('10:00')
  expect(priceAt(fallingPrice, starts, at(clock)).amount).toBe(price)
  const fall = nextFall(fallingPrice, starts, at(clock))
  if (next === null) expect(fall).toBeNull()
  else expect(fall).toEqual({ at: at(next), price: money(to!) })
})

test('an auction that has ended falls no more, and costs its last price', () => {
  const ended = changed({ status: 'settled', lastPrice: '58000' })
  expect(isOver(ended)).toBe(true)
  expect(nextFall(ended, at('10:00'), at('10:03'))).toBeNull()
  expect(priceAt(ended, at('10:00'), at('10:03')).amount).toBe('58000')
  expect(isOver(fallingPrice)).toBe(false)
})

test('only a running auction has a next price', () => {
  expect(nextPrice([{ ...falling, state: 'upcoming' }], at('09:00'))).toBe(Number.POSITIVE_INFINITY)
  expect(nextPrice([{ ...falling, state: 'open' }], at('10:00'))).toBe(at('10:01'))
})

test.each([
  [1, 'every second'],
  [90, 'every 90 seconds'],
  [600, 'every 10 minutes'],
  [3600, 'every hour'],
  [172_800, 'every 2 days'],
])('%i seconds are %s', (seconds, words) => expect(every(seconds)).toBe(words))

test.each([
  ['open', {}, ''],
  ['ended', { status: '' as const }, 'The auction has ended. Nothing was sold.'],
  ['ended', { status: 'ended' as const }, 'The auction has ended. We’ll know the last price'],
  ['open', { status: 'settling' as const, lastPrice: '58000' }, 'The auction has ended. Everyone pays $580.'],
] as const)('%s with %o reads "%s"', (state, change, words) => {
  const text = ended({ state }, changed(change))
  expect(words === '' ? text : text.slice(0, words.length)).toBe(words)
})

const work = { id: '1', availability: 'AVAILABLE' as const, price: money('42000') }
/** The auction in its hour, then a fixed price, then the rest of the drop. */
const three: Phase[] = [
  { ...friends, id: 'first', kind: 'public', prices: [] },
  {
    ...falling,
    id: 'auction',
    kind: 'public',
    startsAt: '2026-11-26T12:00:00Z',
    endsAt: '2026-11-26T13:00:00Z',
  },
  { ...everyone, id: 'rest', startsAt: '2026-11-26T14:00:00Z', endsAt: '2026-11-26T15:00:00Z' },
]
const drop = { startsAt: '2026-11-26T09:00:00Z', endsAt: '2026-11-30T14:00:00Z' }

test.each([
  // at, availability, open, price, phase, falls, until
  ['08:00', 'UPCOMING', false, '42000', 'first', false, '10:00'],
  ['10:00', 'AVAILABLE', true, '42000', 'first', false, '12:00'],
  ['12:00', 'AVAILABLE', true, '100000', 'auction', true, '12:01'],
  ['12:59', 'AVAILABLE', true, '30000', 'auction', true, '13:00'],
  ['13:00', 'UPCOMING', false, '42000', 'rest', false, '14:00'],
  ['14:30', 'AVAILABLE', true, '42000', 'rest', false, '15:00'],
  ['15:00', 'NOT_FOR_SALE', false, '42000', undefined, false, null],
] as const)('at %s the work is %s', (clock, availability, open, price, phase, falls, until) => {
  const offer = offerOf(work, drop, three, at(clock))
  expect(offer).toMatchObject({ availability, open, price: money(price) })
  expect([offer.phase?.id, offer.auction !== null]).toEqual([phase, falls])
  expect(offer.until).toBe(until === null ? Number.POSITIVE_INFINITY : at(until))
})

test.each<[string, Partial<Work> & { phases?: Phase[]; drop?: Window }, string]>([
  ['a pause', { phases: [{ ...three[0]!, state: 'paused' as const }] }, 'AVAILABLE'],
  ['all editions held', { availability: 'RESERVED' as const }, 'RESERVED'],
  ['all editions sold', { availability: 'SOLD_OUT' as const }, 'SOLD_OUT'],
  ['no price', { price: null }, 'AVAILABLE'],
  [
    'another currency',
    { phases: [{ ...falling, prices: [{ ...fallingPrice, price: { amount: '1', currency: 'EUR' } }] }] },
    'NOT_FOR_SALE',
  ],
  [
    'an auction that sold out',
    { phases: [{ ...falling, prices: [changed({ status: 'ended' })] }] },
    'SOLD_OUT',
  ],
  ['the drop’s start', { drop: { ...drop, startsAt: '2026-11-26T11:30:00Z' } }, 'UPCOMING'],
  ['the drop’s end', { drop: { ...drop, endsAt: '2026-11-26T11:00:00Z' } }, 'NOT_FOR_SALE'],
])('%s closes an open phase', (_, { phases = three, drop: its = drop, ...change }, availability) => {
  expect(offerOf({ ...work, ...change }, its, phases, at('11:00'))).toMatchObject({
    availability,
    open: false,
  })
})

test('an auction that began before its drop falls from its own start', () => {
  const late = { startsAt: '2026-11-26T10:05:00Z', endsAt: null }
  expect(offerOf(work, late, [falling], at('10:00'))).toMatchObject({ open: false, price: money('65000') })
  expect(offerOf(work, late, [falling], at('10:05'))).toMatchObject({ open: true, price: money('65000') })
})

test.each([
  ['08:00', [], 'UPCOMING', drop.startsAt, drop.endsAt],
  ['09:30', three, 'UPCOMING', three[0]!.startsAt, three[2]!.endsAt],
  ['10:00', three, 'LIVE', three[0]!.startsAt, three[2]!.endsAt],
  ['13:30', three, 'LIVE', three[0]!.startsAt, three[2]!.endsAt],
  ['15:00', three, 'ENDED', three[0]!.startsAt, three[2]!.endsAt],
  ['15:00', [{ ...three[2]!, endsAt: null }], 'LIVE', three[2]!.startsAt, drop.endsAt],
] as const)('at %s a drop with %o is %s', (clock, phases, status, startsAt, endsAt) => {
  expect(saleOf(drop, phases, at(clock))).toEqual({ startsAt, endsAt, status })
})
