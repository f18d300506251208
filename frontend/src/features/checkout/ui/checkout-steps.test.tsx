// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import type { Phase } from '@/lib/phases/model'
import { planOf } from '@/lib/phases/plan'
import { usePhasesNow } from '@/lib/phases/store'
import { WalletProblem } from '@/lib/wallet/problem'
import { page } from '@/messages/checkout'
import { useBilling } from '../billing-store'
import '../ether' // The page loads it when it pays, which fake timers would not wait for.
import type { Checkout } from '../model'
import { CheckoutSteps, type Offered } from './checkout-steps'

const router = { replace: () => {}, prefetch: () => {}, refresh: vi.fn() }
vi.mock('next/navigation', () => ({ useRouter: () => router, usePathname: () => '/en/' }))
vi.mock('@/lib/wallet/coin', () => ({ useCoin: () => 'ETH', coinOf: async () => 'ETH' }))
vi.mock('@/lib/wallet/wallet', () => ({ connectWallet: async () => wallet }))

// Tests set the phases.
vi.mock('@/lib/phases/watch', () => ({ watch: () => () => undefined, lookAgain: () => undefined }))

const declined = new WalletProblem('rejected', 'You declined in your wallet. Nothing was sent.')
let wallet: Record<string, (chainId: number) => Promise<unknown>>
let order: Checkout
let receipt: object | null
/** The keys under which a price was locked. */
let keys: string[]
/** How often a locked price was released, and what the card was started with. */
let released: number
let carded: { billingCountry: string; immediateDelivery: boolean }[]
/** The price and terms that the last hold names as shown on the page. */
let shown: object | undefined
/** Why no edition is held. */
let refusal: object | null
let existing: Checkout[]

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()

/** The API, as far as the page uses it: one order, which a price in ether locks. */
function respond(path: string, { method, headers, body }: RequestInit) {
  if (path === '/api/ether-price') return Response.json({ usdPerEth: '1000' })
  if (path.startsWith('/rpc/')) return Response.json({ result: receipt })
  if (path === '/api/config')
    return Response.json(configWith({ checkout: { holdSeconds: 900, orderPollSeconds: 2 } }))
  if (path.endsWith('/ether') && method === 'DELETE') {
    released++
    if (order.transactionHash && !receipt)
      return Response.json({ error: { code: 'ether_sent', message: 'No.' } }, { status: 409 })
    Object.assign(order, { paymentMethod: '', quoteExpiresAt: null, transactionHash: null })
    return Response.json({ ...order, now: new Date().toISOString() })
  }
  if (path.endsWith('/card')) {
    carded.push(JSON.parse(String(body)))
    Object.assign(order, { status: 'awaiting_payment', paymentMethod: 'card' })
    return Response.json({ redirectUrl: '#card' })
  }
  if (path === '/api/checkouts' && method === 'POST') shown = JSON.parse(String(body)).shown
  if (path === '/api/checkouts' && method === 'POST' && refusal)
    return Response.json(refusal, { status: 409 })
  if (path.endsWith('/ether')) {
    keys.push((headers as Record<string, string>)['idempotency-key']!)
    Object.assign(order, {
      status: 'awaiting_payment',
      paymentMethod: 'ether',
      quoteExpiresAt: order.expiresAt,
      chainId: 31337,
    })
    return Response.json({ chainId: 31337, to: '0x1', data: '0x', value: '1', expiresAt: order.expiresAt })
  }
  if (path.endsWith('/transactions')) order.transactionHash = JSON.parse(String(body)).hash
  return Response.json(
    path === '/api/checkouts' && method !== 'POST'
      ? { items: existing }
      : { ...order, now: new Date().toISOString() },
  )
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receipt = null
  keys = []
  released = 0
  carded = []
  refusal = null
  existing = []
  order = {
    id: 'c1',
    status: 'reserved',
    artworkId: '24',
    // A work that names no chain: the locked price names it.
    chainId: undefined,
    paymentMethod: '',
    editionNumber: 3,
    editionSize: 25,
    price: { amount: '75500', currency: 'USD' },
    expiresAt: minutes(15),
  } as Checkout
  wallet = {
    switchTo: async (chainId) => {
      if (chainId !== 31337) throw new WalletProblem('unsupported_chain', 'Unsupported chain id.')
    },
    expectCoin: async () => {},
    send: async () => '0xab',
  }
  useBilling.setState({ country: '' })
  usePhasesNow.setState({ plans: {}, kept: {} })
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => respond(path, init))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const terms = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I accept/ })
const said = () => screen.getByRole('status').textContent
const card = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Card' })
const cancel = () => screen.queryByRole('button', { name: /^Cancel/ })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const offered: Offered = {
  id: '24',
  slug: 'furrow-24',
  drop: null,
  chainId: 31337,
  editionSize: 25,
  availability: 'AVAILABLE',
  price: { amount: '75500', currency: 'USD', ...{ __typename: 'Money' } }, // as Apollo returns it
}

const show = (gate: 'open' | 'login' = 'open', change: Partial<Offered> = {}) =>
  render(
    <CheckoutSteps
      lang="en"
      artwork={{ ...offered, ...change }}
      termsVersion="1"
      gate={gate}
      who={[]}
      todo={null}
    />,
  )

/** A person who holds an edition, lives in Germany and pays with ether. */
async function holding() {
  show()
  await later(50)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'DE' } })
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toContain('Held for you until'))
  fireEvent.click(screen.getByRole('radio', { name: 'Ether' }))
}

async function press(name = 'Pay with ether') {
  fireEvent.click(button(name))
  await later(50)
}

test('the page says until when the edition is held, once to screen readers; the button says the sum and keeps its name', async () => {
  await holding()
  const hint = document.getElementById(terms().getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/^Held for you until .+, 1\d:\d\d left$/)
  expect(hint?.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  const pay = button('Pay with ether')
  expect(pay.textContent).toContain('about 0.755 ETH')
  expect(pay.getAttribute('aria-describedby')).toBe('total')
  fireEvent.click(screen.getByRole('radio', { name: 'Card' }))
  expect(button('Pay by card').textContent).toContain('$755')
})

test('the length of a hold comes from the settings', async () => {
  show()
  await waitFor(() =>
    expect(screen.getByText('We’ll hold your edition for 15 minutes while you pay.')).toBeTruthy(),
  )
})

test('missing input is listed beside the button and disappears with it', async () => {
  order.termsVersion = '1'
  existing = [order]
  show()
  await later(50)
  // Accepted when the hold was made, on whichever device: only the country is missing.
  expect(terms().checked).toBe(true)
  expect(button('Pay by card').disabled).toBe(true)
  const missing = () => screen.queryByText(/^To pay,/)
  expect(missing()?.textContent).toBe('To pay, choose your billing country.')
  expect(button('Pay by card').getAttribute('aria-describedby')).toContain(missing()!.id)
  fireEvent.click(terms())
  expect(missing()?.textContent).toBe(
    'To pay, accept the terms and conditions and choose your billing country.',
  )
  fireEvent.click(terms())
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'AT' } })
  expect(missing()).toBeNull()
  expect(button('Pay by card').disabled).toBe(false)
})

test('a chosen country outlives a closed tab, paid or not', async () => {
  show()
  await later(50)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'AT' } })
  cleanup()
  show()
  await later(50)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('AT')
  cleanup()
  await holding()
  fireEvent.click(card())
  fireEvent.click(button('Pay by card'))
  await waitFor(() => expect(carded).toEqual([{ billingCountry: 'DE', immediateDelivery: false }]))
  cleanup()
  show()
  await later(50)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('DE')
})

test('a gift to an email address is sent with the payment', async () => {
  await holding()
  fireEvent.click(card())
  fireEvent.click(screen.getByRole('checkbox', { name: 'This is a gift' }))
  const email = await screen.findByRole('textbox', { name: 'Recipient’s email' })
  expect(screen.getByText('To pay, enter the gift’s recipient.')).toBeTruthy()
  expect(button('Pay by card').disabled).toBe(true)
  fireEvent.change(email, { target: { value: ' bob@example.org ' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), { target: { value: 'For you' } })
  fireEvent.click(button('Pay by card'))
  await waitFor(() =>
    expect(carded).toEqual([
      {
        billingCountry: 'DE',
        immediateDelivery: false,
        gift: { email: 'bob@example.org', message: 'For you', to: '', name: '' },
      },
    ]),
  )
})

test('a gift to a wallet is sent with the payment, without a message', async () => {
  await holding()
  fireEvent.click(card())
  fireEvent.click(screen.getByRole('checkbox', { name: 'This is a gift' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Send it to a wallet' }))
  const wallet = screen.getByRole('textbox', { name: 'Recipient’s wallet' })
  expect(screen.queryByRole('textbox', { name: /^Message/ })).toBeNull()
  fireEvent.change(wallet, { target: { value: '0x15d34A' } })
  expect(button('Pay by card').disabled).toBe(true)
  const to = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
  fireEvent.change(wallet, { target: { value: ` ${to} ` } })
  fireEvent.click(button('Pay by card'))
  await waitFor(() =>
    expect(carded).toEqual([
      { billingCountry: 'DE', immediateDelivery: false, gift: { email: '', message: '', to, name: '' } },
    ]),
  )
})

test('a work whose editions are all reserved says so before a login', async () => {
  show('login', { availability: 'RESERVED' })
  await waitFor(() =>
    expect(
      screen.getAllByText(/All editions are reserved right now\. Holds last 15 minutes at most/),
    ).not.toHaveLength(0),
  )
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

test('a work of an ended drop says so, and one without a price isn’t for sale', async () => {
  show('login', { availability: 'NOT_FOR_SALE' })
  await waitFor(() => expect(screen.getAllByText(/^The drop has ended/)).not.toHaveLength(0))
  cleanup()
  show('login', { availability: 'NOT_FOR_SALE', price: null })
  await waitFor(() => expect(screen.getAllByText('This work isn’t for sale.')).not.toHaveLength(0))
  expect(screen.queryByText(/^The drop has ended/)).toBeNull()
})

test('the chosen edition is held or none: if it is taken, the next free one is offered', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/api/checkouts' && init.method === 'POST') asked.push(JSON.parse(String(init.body)))
    return respond(path, init)
  })
  refusal = {
    error: {
      code: 'edition_taken',
      message: 'Edition 17 isn’t available right now. Edition 18 is.',
      details: { next: '18' },
    },
  }
  history.replaceState(null, '', '?edition=17')
  show()
  await later(50)
  expect(screen.getByText('#17 of 25')).toBeTruthy()
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toContain('Edition 17 isn’t available right now. Edition 18 is.'))
  expect(asked).toEqual([expect.objectContaining({ editionNumber: 17 })])
  fireEvent.click(button('Choose edition #18'))
  expect(screen.getByText('#18 of 25')).toBeTruthy()
  expect(location.search).toBe('?edition=18')
  expect(document.activeElement).toBe(screen.getByRole('status'))
  expect(asked).toHaveLength(1)
  refusal = null
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toContain('Held for you until'))
  expect(asked[1]).toMatchObject({ editionNumber: 18 })
  history.replaceState(null, '', '/')
})

test('too many holds link to the existing ones', async () => {
  refusal = {
    error: {
      code: 'too_many_holds',
      message: 'No.',
      details: { c8: 'long-furrow-24', c9: 'cedar-steps-25' },
    },
  }
  show()
  await later(50)
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toContain('already holding as many editions'))
  const hrefs = ['Long furrow', 'Cedar steps'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(hrefs).toEqual([
    expect.stringMatching(/long-furrow-24\/checkout\/?\?checkout=c8$/),
    expect.stringMatching(/cedar-steps-25\/checkout\/?\?checkout=c9$/),
  ])
  expect(terms().checked).toBe(false)
})

test('declining before the price is locked releases nothing; card and cancelling stay possible', async () => {
  wallet.switchTo = async () => Promise.reject(declined)
  await holding()
  await press()
  expect(said()).toContain('You declined in your wallet. Nothing was sent.')
  expect(said()).not.toContain('locked')
  expect(released).toBe(0)
  expect(card().disabled).toBe(false)
  expect(cancel()).not.toBeNull()
})

test('declining after the price is locked frees the order for the card at once', async () => {
  wallet.send = async () => Promise.reject(declined)
  await holding()
  await press()
  await waitFor(() => expect(released).toBe(1))
  await later(50)
  expect(said()).toContain('You declined in your wallet. Nothing was sent.')
  expect(said()).not.toContain('locked')
  expect(card().disabled).toBe(false)
  expect(cancel()).not.toBeNull()
  fireEvent.click(card())
  fireEvent.click(button('Pay by card'))
  await waitFor(() => expect(carded).toHaveLength(1))
})

test('a locked price without a transaction is released before the card page opens', async () => {
  Object.assign(order, {
    status: 'awaiting_payment',
    paymentMethod: 'ether',
    quoteExpiresAt: order.expiresAt,
    termsVersion: '1',
    billingCountry: 'DE',
  })
  existing = [order]
  show()
  await later(50)
  expect(said()).toContain('A price in ether is locked for you.')
  fireEvent.click(card())
  expect(screen.getByText(/We’ll release the locked ether price first/)).toBeTruthy()
  fireEvent.click(button('Pay by card'))
  await waitFor(() => expect(carded).toHaveLength(1))
  expect(released).toBe(1)
})

test('a new status replaces an earlier problem', async () => {
  wallet.send = async () => Promise.reject(declined)
  await holding()
  await press()
  await later(15 * 60_000)
  expect(said()).toContain('Your hold has ended.')
  expect(button('Pay with ether').disabled).toBe(true)
  Object.assign(order, { status: 'expired' })
  await later(15_000)
  expect(said()).toContain('Nothing was charged, and the edition is back on sale.')
  expect(said()).not.toContain('declined')
})

test('after the hold has ended, one button holds again, and what was entered stays', async () => {
  await holding()
  Object.assign(order, { status: 'expired' })
  await later(60_000)
  expect(said()).toContain('Nothing was charged')
  expect(terms().checked).toBe(false)
  Object.assign(order, { status: 'reserved', expiresAt: minutes(15) })
  fireEvent.click(button('Accept the terms and hold again'))
  await waitFor(() => expect(said()).toContain('Held for you until'))
  expect(terms().checked).toBe(true)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('DE')
  expect(screen.queryByRole('button', { name: 'Accept the terms and hold again' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test('a transaction that was sent is not sent twice and holds the card back, until minutes have passed', async () => {
  await holding()
  await press()
  expect(said()).toContain('Your transaction was sent.')
  expect(button('Pay with ether').disabled).toBe(true)
  expect(card().disabled).toBe(true)
  expect(cancel()).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Deliver immediately/ }).disabled).toBe(true)
  await later(170_000)
  expect(button('Pay with ether').disabled).toBe(true)
  await later(20_000)
  expect(said()).toContain('Send it again only if your wallet has dropped it')
  expect(button('Send it again').disabled).toBe(false)
  wallet.send = async () => '0xcd'
  await press('Send it again')
  expect(said()).toContain('Your transaction was sent.')
  expect(button('Pay with ether').disabled).toBe(true)
})

test('a transaction that the contract refused may be sent again, or the card used instead', async () => {
  receipt = { status: '0x0' }
  await holding()
  await press()
  await waitFor(() => expect(said()).toContain('The payment contract refused your transaction'))
  expect(button('Pay with ether').disabled).toBe(false)
  expect(card().disabled).toBe(false)
})

test('after a wallet that declined, the next try is another request', async () => {
  wallet.send = async () => Promise.reject(declined)
  await holding()
  await press()
  await later(50)
  await press()
  expect(keys).toHaveLength(2)
  expect(keys[1]).not.toBe(keys[0])
})

/** Whether the phases of drop 7 let the visitor buy, and the current price. */
const phases = (shut: string, amount?: string, lowest?: string) => {
  const money = { amount: amount ?? '', currency: 'USD' }
  const auction = lowest
    ? { lowest, step: '1', intervalSeconds: 60, status: 'selling' as const, lastPrice: '0' }
    : null
  const phase: Phase = {
    id: 'f',
    name: 'Friends',
    kind: 'public',
    state: 'open',
    startsAt: minutes(0),
    endsAt: minutes(60),
    cap: 0,
    prices: amount ? [{ artworkId: '24', price: money, auction }] : [],
    access: null,
  }
  act(() => usePhasesNow.setState({ plans: { 7: { ...planOf([phase], Date.now), shut } } }))
}

test('before a phase opens the page says when, and accepting waits for it without a reload', async () => {
  show('open', { drop: '7' })
  await later(50)
  phases('“Friends” opens at 18:00 your time.', '60000')
  expect(said()).toContain('“Friends” opens at 18:00')
  expect(terms().disabled).toBe(true)
  expect(document.getElementById('total')?.textContent).toContain('$600')
  phases('', '60000')
  expect(said()).toBe(page.acceptToHold)
  expect(terms().disabled).toBe(false)
})

test.each([
  ['its own price', undefined, undefined, { price: { amount: '75500', currency: 'USD' } }],
  ['a price of a phase', '60000', undefined, { price: { amount: '60000', currency: 'USD' } }],
  ['an auction', '60000', '10000', { price: { amount: '60000', currency: 'USD' }, lowest: '10000' }],
])('a hold says what the page showed: %s', async (_, amount, lowest, want) => {
  show('open', { drop: '7' })
  await later(50)
  if (amount) phases('', amount, lowest)
  fireEvent.click(terms())
  await waitFor(() => expect(shown).toEqual(want))
})

test('an order keeps its price by card and by ether when another phase begins', async () => {
  show('open', { drop: '7' })
  await later(50)
  phases('', '75500')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'DE' } })
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toContain('Held for you until'))
  phases('We’ve paused the sale for a moment.', '99900')
  expect(said()).toContain('Held for you until')
  expect(document.getElementById('total')?.textContent).toContain('$755')
  expect(button('Pay by card').textContent).toContain('$755')
  fireEvent.click(screen.getByRole('radio', { name: 'Ether' }))
  expect(button('Pay with ether').textContent).toContain('about 0.755 ETH')
})

test.each([
  [
    'phase_not_eligible',
    { public_at: '2026-11-26T18:00:00Z' },
    /isn’t open to your account.+Everyone can buy from/,
  ],
  ['phase_not_eligible', {}, /The drop’s page shows all phases/],
  [
    'phase_not_open',
    { opens_at: '2026-11-26T18:00:00Z' },
    /between two phases.+opens at \d\d:00 on 2\d November/,
  ],
  ['phase_paused', {}, /paused the sale for a moment.+says when the sale continues/],
  ['phase_cap_reached', {}, /all the editions that this phase allows/],
  ['phase_entry_used', {}, /Another account already bought in this phase/],
  ['sale_ended', {}, /has ended/],
  ['price_changed', {}, /has changed since this page showed it. Nothing was charged/],
])('a refusal with %s says why and what to do, until the phases change', async (code, details, words) => {
  refusal = { error: { code, message: 'No.', details } }
  show('open', { drop: '7' })
  await later(50)
  fireEvent.click(terms())
  await waitFor(() => expect(said()).toMatch(words))
  expect(terms().checked).toBe(false)
  phases('')
  expect(said()).toBe(page.acceptToHold)
})
