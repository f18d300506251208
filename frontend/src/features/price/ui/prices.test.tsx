// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useEtherPrice } from '@/lib/ether-price'
import type { Phase } from '@/lib/phases/model'
import { planOf } from '@/lib/phases/plan'
import { usePhasesNow } from '@/lib/phases/store'
import { usePricePreference } from '../store'
import { CardPrices } from './card-prices'
import { PriceSwitch } from './price-switch'

const { config } = vi.hoisted(() => ({ config: { currency: 'USD', chains: [] as object[] } }))
vi.mock('@/lib/config', () => ({ siteConfig: async () => config }))

vi.mock('@/lib/phases/watch', () => ({ watch: () => undefined }))

const page = (
  <>
    <p>
      <span>$1,250, reserved now</span>
      <span
        data-price="125000"
        data-currency="USD"
        data-chain="1"
        data-availability="RESERVED"
        data-size="5"
      />
      <span
        data-testid="xdai"
        data-price="125000"
        data-currency="USD"
        data-chain="100"
        data-availability="AVAILABLE"
        data-size="5"
      />
      <span
        data-testid="euros"
        data-price="125000"
        data-currency="EUR"
        data-chain="1"
        data-availability="AVAILABLE"
        data-size="5"
      />
    </p>
    <div data-price-switch="" />
    <CardPrices />
    <PriceSwitch />
  </>
)

beforeEach(() => {
  config.currency = 'USD'
  config.chains = [
    { chainId: 1, currencySymbol: 'ETH' },
    { chainId: 100, currencySymbol: 'xDAI' },
  ]
  useEtherPrice.setState({ storedUsdPriceInEth: '2500', storedLastUpdateUsdPriceInEth: Date.now() })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  usePricePreference.setState({ inEther: false })
  usePhasesNow.setState({ plans: {}, kept: {} })
})

const wait = { timeout: 5000 }

test('prices are shown in ether while that is chosen, where they can be converted', async () => {
  render(page)
  const ether = await screen.findByRole('radio', { name: 'ETH' }, wait)
  expect((screen.getByRole('radio', { name: 'USD' }) as HTMLInputElement).checked).toBe(true)
  fireEvent.click(ether)
  expect(await screen.findByText('≈ 0.5 ETH, reserved now', {}, wait)).toBeTruthy()
  expect(screen.getByTestId('xdai').textContent).toBe('')
  expect(screen.getByTestId('euros').textContent).toBe('')
  expect(localStorage.getItem('vitrine.prices')).toContain('"inEther":true')
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  expect(screen.queryByText(/≈/)).toBeNull()
})

test('a shop with prices in another currency offers no switch', async () => {
  config.currency = 'EUR'
  render(page)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a card shows the price of the phase that counts now, in ether as well', async () => {
  const money = { amount: '50000', currency: 'USD' }
  render(
    <>
      <span
        data-testid="card"
        data-price="125000"
        data-currency="USD"
        data-chain="1"
        data-availability="AVAILABLE"
        data-size="5"
        data-drop="7"
        data-work="24"
      />
      <CardPrices />
    </>,
  )
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const card = screen.getByTestId('card')
  expect(card.textContent).toBe('')
  const phase: Phase = {
    id: 'f',
    name: 'Friends',
    kind: 'public',
    state: 'upcoming',
    startsAt: '2026-11-26T12:00:00Z',
    endsAt: '2026-11-26T13:00:00Z',
    cap: 0,
    prices: [{ artworkId: '24', price: money, auction: null }],
    access: null,
  }
  const show = (clock: string) => {
    const now = Date.parse(`2026-11-26T${clock}:00Z`)
    act(() => usePhasesNow.setState({ plans: { 7: planOf([phase], () => now) } }))
  }
  show('11:00')
  expect(card.textContent).toBe('$500, upcoming')
  act(() => usePricePreference.setState({ inEther: true }))
  await vi.waitFor(() => expect(card.textContent).toBe('≈ 0.2 ETH, upcoming'), wait)
  show('12:00')
  expect(card.textContent).toBe('≈ 0.2 ETH')
  show('13:00')
  expect(card.textContent).toBe('Drop ended')
})
