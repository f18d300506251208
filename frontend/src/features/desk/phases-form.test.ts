import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localTime } from '@/messages/desk-phases'
import type { Schedule, Work } from './phases-calls'
import {
  endsEarly,
  filledOf,
  inputOf,
  keyOf,
  localOf,
  momentOf,
  newPhase,
  type PhaseFilled,
  scheduleSchema,
  summaryOf,
  tokensOf,
} from './phases-form'

const works: Work[] = [
  { id: '24', title: 'Gyre', purchasePrice: { amount: '12500', currency: 'USD' } },
  { id: '25', title: 'Tide', purchasePrice: null },
] as Work[]

const stored = {
  items: [
    {
      members: 3,
      tokens: [],
      phase: {
        id: 'f',
        name: 'Friends',
        kind: 'allow_list',
        state: 'upcoming',
        startsAt: '2026-11-26T10:00:00.123456Z',
        endsAt: '2026-11-26T12:00:00Z',
        cap: 2,
        prices: [{ artworkId: '24', price: { amount: '9050', currency: 'USD' }, auction: null }],
      },
    },
    {
      members: 0,
      tokens: [{ chainId: 0, tokenFrom: '24000001', tokenTo: '24000009', block: '7' }],
      phase: {
        id: 'c',
        name: 'Collectors',
        kind: 'holders',
        state: 'upcoming',
        startsAt: '2026-11-26T12:00:00Z',
        endsAt: null,
        cap: 0,
        prices: [],
      },
    },
  ],
} as unknown as Schedule

const problems = (phases: Partial<PhaseFilled>[]) => {
  const usual = { ...filledOf(stored).phases[0]!, id: '' }
  const result = scheduleSchema(works).safeParse({
    phases: phases.map((phase) => ({ ...usual, ...phase })),
    note: '',
  })
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

beforeEach(() => vi.stubEnv('TZ', 'Europe/Vienna'))
afterEach(() => vi.unstubAllEnvs())

test('times are those of the visitor, and what wasn’t changed stays to the microsecond', () => {
  expect(localOf('2026-11-26T10:00:00.123456Z')).toBe('2026-11-26T11:00:00')
  expect(momentOf('2026-11-26T11:00', '2026-11-26T10:00:00.123456Z')).toBe('2026-11-26T10:00:00.123456Z')
  expect(momentOf('2026-11-26T11:01', '2026-11-26T10:00:00.123456Z')).toBe('2026-11-26T10:01:00.000Z')
  expect(localOf(null)).toBe('')
})

test('stored values are sent unchanged', () => {
  const { phases } = filledOf(stored)
  expect(phases[0]).toMatchObject({ cap: '2', prices: { [keyOf('24')]: '90.50' } })
  expect(phases[1]).toMatchObject({ cap: '', ends: '', tokens: '24000001-24000009@7' })
  expect(scheduleSchema(works).safeParse({ phases, note: '' }).success).toBe(true)
  const sent = inputOf(phases, stored, works)
  for (const [i, { phase, tokens }] of stored.items.entries()) {
    const { state: _, ...same } = phase
    expect(sent[i]).toEqual({ ...same, tokens, uncapped: same.cap === 0, endsWithDrop: same.endsAt === null })
  }
})

test('phases are sent in the order of their start; a new one begins where the last ends', () => {
  const { phases } = filledOf(stored)
  const next = newPhase(phases[0], '2026-11-26T09:00:00Z')
  expect(next.starts).toBe(phases[0]!.ends)
  expect(newPhase(undefined, '2026-11-26T09:00:00Z').starts).toBe('2026-11-26T10:00:00')
  expect(inputOf([...phases].reverse(), stored, works).map(({ name }) => name)).toEqual([
    'Friends',
    'Collectors',
  ])
})

test.each([
  ['nothing wrong', [{}], []],
  ['no name', [{ name: ' ' }], ['phases.0.name: Enter a name.']],
  ['no start', [{ starts: '' }], ['phases.0.starts: Enter when the phase starts.']],
  ['an end too early', [{ ends: '2026-11-26T11:00' }], ['phases.0.ends: A phase must end after it starts.']],
  ['a broken cap', [{ cap: '1.5' }], ['phases.0.cap: Enter a whole number up to 10,000, or leave it empty.']],
  [
    'a large cap',
    [{ cap: '10001' }],
    ['phases.0.cap: Enter a whole number up to 10,000, or leave it empty.'],
  ],
  [
    'a price of nothing',
    [{ prices: { w24: '0' } }],
    ['phases.0.prices.w24: Enter a price above zero, or leave it empty.'],
  ],
  [
    'a price that is none',
    [{ prices: { w24: '9.999' } }],
    ['phases.0.prices.w24: Enter a price above zero, or leave it empty.'],
  ],
  ['an own price', [{ prices: { w24: ' ' } }], []],
  [
    'holders of nothing',
    [{ kind: 'holders' as const }],
    ['phases.0.tokens: Enter the tokens whose holders may buy.'],
  ],
  [
    'an overlap',
    [{}, { name: 'More', starts: '2026-11-26T12:59', ends: '' }],
    ['phases.1.starts: Friends is still open then. Two phases can’t overlap.'],
  ],
  [
    'two at the same time',
    [{}, { name: '' }],
    [
      'phases.1.name: Enter a name.',
      'phases.0.starts: Phase 2 is still open then. Two phases can’t overlap.',
      'phases.1.starts: Friends is still open then. Two phases can’t overlap.',
    ],
  ],
  ['one after the other', [{}, { name: 'More', starts: '2026-11-26T13:00', ends: '' }], []],
  [
    'a phase after one without an end',
    [{ ends: '' }, { name: 'More', starts: '2026-11-26T13:00', ends: '' }],
    ['phases.1.starts: Friends is still open then. Two phases can’t overlap.'],
  ],
])('%s', (_, phases, want) => {
  expect(problems(phases)).toEqual(want)
})

test.each([
  ['24000001', [{ chainId: 0, tokenFrom: '24000001', tokenTo: '24000001', block: '0' }]],
  ['1: 5 - 7 @ 9\n\n8', null],
  [
    '1:5 - 7 @ 9\n\n8',
    [
      { chainId: 1, tokenFrom: '5', tokenTo: '7', block: '9' },
      { chainId: 0, tokenFrom: '8', tokenTo: '8', block: '0' },
    ],
  ],
  ['7-5', null],
  ['0', null],
  ['', []],
])('tokens %j', (text, want) => {
  expect(tokensOf(text)).toEqual(want)
})

test('a phase is summed up before it is saved', () => {
  const [friends, collectors] = inputOf(filledOf(stored).phases, stored, works)
  expect(summaryOf(friends!)).toBe(
    'Friends: accounts and wallets on a list, 26 November 2026, 11:00 to 26 November 2026, 13:00, $90.50, up to 2 each.',
  )
  expect(summaryOf(collectors!)).toMatch(
    /^Collectors: holders of tokens, .+ until the drop ends, own prices, no limit\.$/,
  )
})

const fall = { lowest: '25', step: '7.5', every: '60' }

test('an auction is sent with whole units, and shown again as it was stored', () => {
  const filled = { ...filledOf(stored).phases[0]!, prices: { w24: '100' }, falls: { w24: fall } }
  const [input] = inputOf([filled], stored, works)
  const auction = { lowest: '2500', step: '750', intervalSeconds: 60, status: '', lastPrice: '0' }
  expect(input!.prices).toEqual([{ artworkId: '24', price: { amount: '10000', currency: 'USD' }, auction }])
  expect(summaryOf(input!)).toContain('Auction from $100 down to $25: everyone pays the last price.')
  const again = {
    items: [{ members: 0, tokens: [], phase: { ...stored.items[0]!.phase, prices: input!.prices } }],
  }
  expect(filledOf(again as unknown as Schedule).phases[0]!.falls).toEqual({
    w24: { lowest: '25.00', step: '7.50', every: '60' },
  })
})

test.each([
  ['no start', { prices: {} }, {}, 'phases.0.prices.w24: Enter the price at which the auction starts.'],
  ['a lowest price above the start', {}, { lowest: '100' }, 'phases.0.falls.w24.lowest: Enter a price above'],
  ['no lowest price', {}, { lowest: '' }, 'phases.0.falls.w24.lowest: Enter a price above'],
  ['a step that is too large', {}, { step: '76' }, 'phases.0.falls.w24.step: Enter a step above zero'],
  ['too many steps', {}, { step: '0.07' }, 'phases.0.falls.w24.step: The price falls at most'],
  ['half a second', {}, { every: '0.5' }, 'phases.0.falls.w24.every: Enter whole seconds'],
  ['no end', { ends: '' }, {}, 'phases.0.ends: A phase with an auction needs an end.'],
])('an auction with %s is refused', (_, phase, change, want) => {
  const [problem] = problems([
    { prices: { w24: '100' }, falls: { w24: { ...fall, ...change } }, ...(phase as Partial<PhaseFilled>) },
  ])
  expect(problem).toContain(want)
})

test('a schedule that ends before its drop is noticed', () => {
  const [early, late] = ['2026-11-26T12:00:00Z', '2026-12-01T12:00:00Z']
  expect(endsEarly([{ endsAt: late }, { endsAt: early }], { endsAt: late })).toBe(early)
  expect(endsEarly([{ endsAt: early }], { endsAt: null })).toBe(early)
  expect(endsEarly([{ endsAt: early }], { endsAt: early })).toBeUndefined()
  expect(endsEarly([{ endsAt: early }, { endsAt: null }], { endsAt: late })).toBeUndefined()
  expect(endsEarly([], { endsAt: late })).toBeUndefined()
})

test('a time has seconds where they matter', () => {
  const at = new Date(2026, 10, 28, 13, 41, 5)
  expect(localTime(at.getTime())).toBe('28 November 2026, 13:41')
  expect(localTime(at.toISOString(), true)).toBe('28 November 2026, 13:41:05')
})
