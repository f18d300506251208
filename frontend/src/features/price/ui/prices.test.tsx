// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useEtherPrice } from '@/lib/ether-price'
import { usePricePreference } from '../store'
import { EtherPrices } from './ether-prices'
import { PriceSwitch } from './price-switch'

const { config } = vi.hoisted(() => ({ config: { currency: 'USD', chains: [] as object[] } }))
vi.mock('@/lib/config', () => ({ siteConfig: async () => config }))

const page = (
  <>
    <p>
      <span>$1,250, reserved now</span>
      <span data-price="125000" data-currency="USD" data-chain="1" data-note=", reserved now" />
      <span data-testid="xdai" data-price="125000" data-currency="USD" data-chain="100" data-note="" />
      <span data-testid="euros" data-price="125000" data-currency="EUR" data-chain="1" data-note="" />
    </p>
    <div data-price-switch="" />
    <EtherPrices />
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
