// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WalletProblem } from '@/lib/wallet/problem'
import type { Checkout } from '../model'
import { Desk } from './desk'

const router = { replace: () => {}, prefetch: () => {} }
vi.mock('next/navigation', () => ({ useRouter: () => router, usePathname: () => '/en/' }))
vi.mock('@/lib/wallet/coin', () => ({ useCoin: () => 'ETH', coinOf: async () => 'ETH' }))
vi.mock('@/lib/wallet/wallet', () => ({ connectWallet: async () => wallet }))

const declined = new WalletProblem('rejected', 'You declined in your wallet. Nothing was sent.')
let wallet: Record<string, (chainId: number) => Promise<unknown>>
let order: Checkout
let receipt: object | null
/** The keys under which a price was locked. */
let keys: string[]

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()

/** The gallery, as far as a desk asks it: one order, which a price in ether locks. */
function answer(path: string, { method, headers, body }: RequestInit) {
  if (path === '/api/ether-price') return Response.json({ usdPerEth: '1000' })
  if (path.startsWith('/rpc/')) return Response.json({ result: receipt })
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
      ? { items: [] }
      : { ...order, now: new Date().toISOString() },
  )
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receipt = null
  keys = []
  order = {
    id: 'c1',
    status: 'reserved',
    artworkId: '24',
    // A work that names no chain: the price that is locked tells it.
    chainId: null,
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
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => answer(path, init))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const said = () => screen.getByRole('status').textContent
const card = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Card' })
const cancel = () => screen.queryByRole('button', { name: /^Cancel/ })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** A person at the desk who holds an edition and pays with ether. */
async function atTheDesk() {
  render(
    <Desk
      lang="en"
      artwork={{
        id: '24',
        slug: 'furrow-24',
        chainId: 31337,
        editionSize: 25,
        availability: 'AVAILABLE',
        price: { amount: '75500', currency: 'USD' },
      }}
      termsVersion="1"
      gate="open"
      who={[]}
      todo={null}
    />,
  )
  await later(50)
  fireEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await waitFor(() => expect(said()).toContain('Held for you until'))
  fireEvent.click(screen.getByRole('radio', { name: 'Ether' }))
}

async function press(name = 'Pay with ether') {
  fireEvent.click(button(name))
  await later(50)
}

test('what was ticked says at once until when, once to those who listen; the button says the sum and keeps its name', async () => {
  await atTheDesk()
  const tick = screen.getByRole('checkbox', { name: /I accept/ })
  const hint = document.getElementById(tick.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/^Held for you until .+, 1\d:\d\d left$/)
  expect(hint?.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  const pay = button('Pay with ether')
  expect(pay.textContent).toContain('$755')
  expect(document.getElementById(pay.getAttribute('aria-describedby') ?? '')?.textContent).toContain('$755')
})

test('who declines before the price is locked may pay by card, or cancel', async () => {
  wallet.switchTo = async () => Promise.reject(declined)
  await atTheDesk()
  await press()
  expect(said()).toContain('You declined in your wallet. Nothing was sent.')
  expect(said()).not.toContain('locked')
  expect(card().disabled).toBe(false)
  expect(cancel()).not.toBeNull()
})

test('while a price is locked the card is closed and nothing cancels, and the page says why', async () => {
  wallet.send = async () => Promise.reject(declined)
  await atTheDesk()
  await press()
  expect(said()).toContain('You declined in your wallet. Nothing was sent.')
  expect(said()).toContain('Until then this order can neither be paid by card nor be cancelled.')
  expect(card().disabled).toBe(true)
  expect(
    screen.getByText('Not while a price in ether is locked, so that nothing is paid twice.'),
  ).toBeTruthy()
  expect(cancel()).toBeNull()
  expect(button('Pay with ether').disabled).toBe(false)
})

test('an old problem makes way for the state that comes after it', async () => {
  wallet.send = async () => Promise.reject(declined)
  await atTheDesk()
  await press()
  await later(15 * 60_000)
  // The time is over, and the chain has not passed it yet.
  expect(said()).toContain('The hold has ended.')
  expect(said()).not.toContain('declined')
  expect(button('Pay with ether').disabled).toBe(true)
  Object.assign(order, { status: 'expired', quoteExpiresAt: null })
  await later(15_000)
  expect(said()).toContain('Nothing was charged, and the edition went back on sale.')
})

test('a transaction that was sent is not sent twice, until minutes have passed', async () => {
  await atTheDesk()
  await press()
  expect(said()).toContain('Your transaction was sent.')
  expect(button('Pay with ether').disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Deliver at once/ }).disabled).toBe(true)
  await later(170_000)
  expect(button('Pay with ether').disabled).toBe(true)
  await later(20_000)
  expect(said()).toContain('Send it again only if the wallet has dropped it')
  expect(button('Send it again').disabled).toBe(false)
  wallet.send = async () => '0xcd'
  await press('Send it again')
  expect(said()).toContain('Your transaction was sent.')
  expect(button('Pay with ether').disabled).toBe(true)
})

test('a transaction that the contract refused may be sent anew', async () => {
  receipt = { status: '0x0' }
  await atTheDesk()
  await press()
  await waitFor(() => expect(said()).toContain('The payment contract refused your transaction'))
  expect(button('Pay with ether').disabled).toBe(false)
})

test('after a wallet that declined, another country is another request', async () => {
  wallet.send = async () => Promise.reject(declined)
  await atTheDesk()
  await press()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'FR' } })
  await press()
  expect(keys).toHaveLength(2)
  expect(keys[1]).not.toBe(keys[0])
})
