import { describe, expect, test } from 'vitest'
import { type Checkout, emptyGift } from './model'
import {
  type CheckoutEvent,
  type CheckoutState,
  canPay,
  canRelease,
  checkoutOf,
  flagsOf,
  initialState,
  reduce,
  type Step,
  sendingOf,
} from './state'

const ends = '2026-11-21T00:15:00Z'
const order = (change: Partial<Checkout> = {}) =>
  ({
    id: 'c1',
    status: 'reserved',
    paymentMethod: '',
    expiresAt: ends,
    now: '2026-11-21T00:01:00Z',
    termsVersion: '1',
    ...change,
  }) as Checkout
const quoted = (change: Partial<Checkout> = {}) =>
  order({ status: 'awaiting_payment', paymentMethod: 'ether', quoteExpiresAt: ends, ...change })

const play = (events: CheckoutEvent[], from: CheckoutState = initialState()) => events.reduce(reduce, from)
const open: CheckoutEvent = { type: 'gate', gate: 'open' }
const found = (checkout: Checkout | null, returned = false): CheckoutEvent => ({
  type: 'searched',
  found: checkout,
  returned,
  at: 1,
})
const received = (checkout: Checkout): CheckoutEvent => ({ type: 'received', checkout, at: 2 })
const begin = (step: Extract<CheckoutEvent, { type: 'begin' }>['step']): CheckoutEvent => ({
  type: 'begin',
  step,
})
const failed: CheckoutEvent = { type: 'failed', words: 'No.' }
const done: CheckoutEvent = { type: 'done' }
const germany: CheckoutEvent = { type: 'country', country: 'DE' }

/** A state at each step. */
const at: Record<Step['name'], CheckoutState> = {
  loading: initialState(),
  buyer: play([{ type: 'gate', gate: 'login' }]),
  terms: play([open, found(null)]),
  holding: play([open, found(null), begin('holding')]),
  payment: play([open, found(order()), germany]),
  card: play([open, found(order()), germany, begin('card')]),
  wallet: play([open, found(order()), germany, begin('wallet')]),
  releasing: play([open, found(order()), germany, begin('releaseEdition')]),
  ending: play([open, found(order({ now: ends }))]),
  complete: play([open, found(order({ status: 'payment_seen', paymentMethod: 'card' }))]),
}

test('each step is reached', () => {
  for (const [name, state] of Object.entries(at)) expect(state.step.name).toBe(name)
})

test('every event is defined at every step, and leaves a legal state', () => {
  const events: CheckoutEvent[] = [
    { type: 'gate', gate: 'unknown' },
    { type: 'gate', gate: 'login' },
    { type: 'gate', gate: 'verify' },
    { type: 'gate', gate: 'profile' },
    open,
    found(null),
    found(order()),
    found(order({ status: 'expired' })),
    { type: 'country', country: 'FR' },
    { type: 'delivery', immediate: true },
    { type: 'method', method: 'ether' },
    { type: 'terms', accepted: true },
    { type: 'terms', accepted: false },
    begin('holding'),
    begin('card'),
    begin('wallet'),
    begin('releaseEdition'),
    begin('releasePrice'),
    { type: 'said', words: 'Confirm.' },
    received(order()),
    received(quoted()),
    received(order({ status: 'expired' })),
    received(order({ status: 'completed', paymentMethod: 'ether' })),
    { type: 'sent', hash: '0xab' },
    { type: 'fate', hash: '0xab', fate: 'late' },
    done,
    failed,
  ]
  for (const state of Object.values(at)) {
    for (const event of events) {
      const next = reduce(state, event)
      const flags = flagsOf(next)
      const where = `${state.step.name}, ${JSON.stringify(event)}`
      expect(
        canPay(next) && (flags.formInvalid || !flags.termsAccepted || flags.checkoutInProgress),
        where,
      ).toBe(false)
      expect(flags.checkoutComplete && flags.checkoutInProgress, where).toBe(false)
      expect(flags.cryptoCheckoutInProgress && !flags.checkoutInProgress, where).toBe(false)
      expect(flags.checkoutId, where).toBe(checkoutOf(next.step)?.id ?? null)
      if (canRelease(next)) expect(next.step.name, where).toBe('payment')
    }
  }
})

describe('the buyer', () => {
  test('a buyer who has to log in, verify or complete a profile stays on that step, then the orders are read', () => {
    for (const gate of ['login', 'verify', 'profile'] as const) {
      const state = play([{ type: 'gate', gate }])
      expect(state.step).toEqual({ name: 'buyer', gate })
      expect(reduce(state, open).step.name).toBe('loading')
    }
    expect(reduce(at.buyer, found(order())).step.name).toBe('buyer')
  })

  test('a session that ends takes the checkout, and keeps the country', () => {
    const state = reduce(at.payment, { type: 'gate', gate: 'login' })
    expect(state.step).toEqual({ name: 'buyer', gate: 'login' })
    expect(state.form).toEqual({
      termsAccepted: false,
      billingCountry: 'DE',
      immediateDelivery: false,
      gift: null,
      method: 'card',
    })
  })

  test('a profile that is read again changes nothing', () =>
    expect(reduce(at.payment, { type: 'gate', gate: 'unknown' })).toBe(at.payment))
})

describe('the flags', () => {
  test('of each step', () => {
    expect(flagsOf(at.loading).loading).toBe(true)
    expect(flagsOf(at.terms)).toEqual({
      termsAccepted: false,
      formInvalid: true,
      checkoutInProgress: false,
      cryptoCheckoutInProgress: false,
      checkoutComplete: false,
      cryptoPaymentSelected: false,
      checkoutId: null,
      checkoutCompletionType: null,
      loading: false,
    })
    for (const name of ['holding', 'card', 'wallet', 'releasing'] as const)
      expect(flagsOf(at[name]).checkoutInProgress, name).toBe(true)
    expect(flagsOf(at.wallet).cryptoCheckoutInProgress).toBe(true)
    expect(flagsOf(at.card).cryptoCheckoutInProgress).toBe(false)
    expect(flagsOf(at.payment)).toMatchObject({ checkoutId: 'c1', formInvalid: false, termsAccepted: true })
    expect(flagsOf(at.complete)).toMatchObject({ checkoutComplete: true, checkoutCompletionType: 'card' })
    expect(flagsOf(reduce(at.payment, { type: 'method', method: 'ether' })).cryptoPaymentSelected).toBe(true)
  })

  test('paying needs the terms, a country and a held edition', () => {
    expect(canPay(at.payment)).toBe(true)
    expect(canPay(reduce(at.payment, { type: 'terms', accepted: false }))).toBe(false)
    expect(canPay(reduce(at.payment, { type: 'country', country: '' }))).toBe(false)
    for (const [name, state] of Object.entries(at))
      if (name !== 'payment') expect(canPay(state), name).toBe(false)
  })
})

describe('terms and hold', () => {
  test('terms that were accepted for this checkout count on every device', () => {
    expect(play([open, found(order({ termsVersion: '2026-01' }))]).form.termsAccepted).toBe(true)
    expect(play([open, found(order({ termsVersion: '' }))]).form.termsAccepted).toBe(false)
    expect(play([open, found(order({ status: 'expired' }))]).form.termsAccepted).toBe(false)
  })

  test('accepting holds an edition; a refusal unticks and names the holds', () => {
    const holding = play([{ type: 'terms', accepted: true }, begin('holding')], at.terms)
    expect(reduce(holding, received(order())).step).toMatchObject({ name: 'payment', checkout: { id: 'c1' } })
    const refused = reduce(holding, { type: 'failed', words: 'Too many.', holds: { c8: 'furrow-24' } })
    expect(refused.step.name).toBe('terms')
    expect(refused.form.termsAccepted).toBe(false)
    expect(refused.failure).toEqual({ words: 'Too many.', holds: { c8: 'furrow-24' }, next: null })
  })

  test('choices before the hold apply to the next order only', () => {
    const chosen = play(
      [
        germany,
        { type: 'delivery', immediate: true },
        { type: 'terms', accepted: true },
        begin('holding'),
        received(order()),
      ],
      at.terms,
    )
    expect(chosen.form).toMatchObject({ immediateDelivery: true, billingCountry: 'DE', termsAccepted: true })
    const ended = reduce(chosen, received(order({ status: 'cancelled' })))
    expect(ended.step).toMatchObject({ name: 'terms', ended: { status: 'cancelled' } })
    expect(ended.form).toMatchObject({ immediateDelivery: false, billingCountry: 'DE', termsAccepted: false })
  })

  test('a gift is paid for only once it has an address', () => {
    const ready = play([germany, { type: 'terms', accepted: true }], at.payment)
    expect(canPay(ready)).toBe(true)
    for (const [email, payable] of [
      ['', false],
      ['bob', false],
      ['bob@example', false],
      ['bob @example.org', false],
      [' bob@example.org ', true],
    ] as const)
      expect(canPay(reduce(ready, { type: 'gift', gift: { ...emptyGift, email } })), email).toBe(payable)
    expect(
      canPay(
        play(
          [
            { type: 'gift', gift: emptyGift },
            { type: 'gift', gift: null },
          ],
          ready,
        ),
      ),
    ).toBe(true)
  })

  test('a restored checkout includes its choices', () => {
    const gift = { ...emptyGift, email: 'bob@example.org', message: 'For you' }
    const state = play([
      open,
      found(order({ billingCountry: 'FR', immediateDelivery: true, gift, paymentMethod: 'ether' })),
    ])
    expect(state.form).toEqual({
      termsAccepted: true,
      billingCountry: 'FR',
      immediateDelivery: true,
      gift,
      method: 'ether',
    })
  })

  test('an expired hold waits for the order’s final status', () => {
    const ending = reduce(at.payment, received(order({ now: ends })))
    expect(ending.step.name).toBe('ending')
    expect(canPay(ending)).toBe(false)
    expect(reduce(ending, received(order({ status: 'expired' }))).step.name).toBe('terms')
    expect(reduce(ending, received(order({ status: 'payment_seen' }))).step.name).toBe('complete')
  })
})

describe('card', () => {
  test('the card page opens, or the buyer stays with the reason', () => {
    expect(reduce(at.card, received(order({ status: 'awaiting_payment' }))).step.name).toBe('card')
    const stays = reduce(at.card, failed)
    expect(stays.step.name).toBe('payment')
    expect(stays.failure?.words).toBe('No.')
  })

  test('a declined card can be retried, and the next status replaces the reason', () => {
    const declined = reduce(at.payment, received(order({ status: 'payment_failed', paymentMethod: 'card' })))
    expect(canPay(declined)).toBe(true)
    const problem = reduce(declined, failed)
    expect(reduce(problem, received(order({ status: 'payment_failed' }))).failure).not.toBeNull()
    expect(reduce(problem, received(order({ status: 'awaiting_payment' }))).failure).toBeNull()
  })

  test('coming back from the card page is remembered until something else happens', () => {
    const back = play([open, found(order({ status: 'awaiting_payment', paymentMethod: 'card' }), true)])
    expect(back.step).toMatchObject({ name: 'payment', returned: true })
    expect(reduce(back, received(order({ status: 'payment_failed' }))).step).toMatchObject({ returned: true })
    expect(play([begin('card'), failed], back).step).toMatchObject({ name: 'payment', returned: false })
  })
})

describe('ether', () => {
  const paying = play([begin('wallet'), { type: 'said', words: 'Confirm.' }, received(quoted())], at.payment)
  const ether = reduce(at.payment, { type: 'method', method: 'ether' })

  test('the request to the wallet stays visible through every read', () =>
    expect(paying.step).toMatchObject({
      name: 'wallet',
      said: 'Confirm.',
      checkout: { quoteExpiresAt: ends },
    }))

  test('declining frees the order: paying by card and cancelling are possible immediately', () => {
    const freed = play(
      [failed, begin('releasePrice'), received(order({ status: 'awaiting_payment' })), done],
      paying,
    )
    expect(freed.step.name).toBe('payment')
    expect(freed.failure?.words).toBe('No.')
    expect(freed.released).toBe(true)
    expect(canPay(freed)).toBe(true)
    expect(canRelease(freed)).toBe(true)
  })

  test('a price that could not be released stays locked', () => {
    const kept = play([failed, begin('releasePrice'), failed], paying)
    expect(kept.step).toMatchObject({ name: 'payment', checkout: { quoteExpiresAt: ends } })
    expect(kept.released).toBe(false)
  })

  test('a transaction that was sent is not sent twice, and holds card and cancelling back, until it is late or refused', () => {
    const sent = play(
      [{ type: 'sent', hash: '0xab' }, received(quoted({ transactionHash: '0xab' })), done],
      reduce(paying, { type: 'method', method: 'ether' }),
    )
    expect(sendingOf(sent)).toBe('sent')
    expect([canPay(sent), canRelease(sent)]).toEqual([false, false])
    const late = reduce(sent, { type: 'fate', hash: '0xab', fate: 'late' })
    expect([sendingOf(late), canPay(late), canRelease(late)]).toEqual(['late', true, false])
    const refused = reduce(sent, { type: 'fate', hash: '0xab', fate: 'refused' })
    expect([sendingOf(refused), canPay(refused), canRelease(refused)]).toEqual(['refused', true, true])
    expect(reduce(sent, { type: 'fate', hash: '0xcd', fate: 'late' })).toBe(sent)
  })

  test('a transaction that the server doesn’t know yet is known here', () => {
    const sent = play(
      [begin('wallet'), received(quoted()), { type: 'sent', hash: '0xab' }, done, received(quoted())],
      ether,
    )
    expect(sendingOf(sent)).toBe('sent')
  })

  test('a price that ended without a payment forgets its transaction', () => {
    const sent = play([begin('wallet'), received(quoted()), { type: 'sent', hash: '0xab' }, done], ether)
    const over = reduce(sent, received(order({ status: 'awaiting_payment', paymentMethod: 'ether' })))
    expect([sendingOf(over), canPay(over)]).toEqual(['', true])
  })

  test('a payment that is seen completes, also while the wallet is open', () => {
    const state = reduce(paying, received(order({ status: 'payment_seen', paymentMethod: 'ether' })))
    expect(flagsOf(state)).toMatchObject({ checkoutComplete: true, checkoutCompletionType: 'ether' })
  })
})
