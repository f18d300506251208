// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useEtherPrice } from '@/lib/ether-price'
import { AboutEther } from './about-ether'

let coin: string | undefined
vi.mock('@/lib/wallet/coin', () => ({ useCoin: () => coin }))

afterEach(cleanup)

test.each([
  ['ETH', 'about 0.5 ETH'],
  ['xDAI', '\u00a0'],
  [undefined, '\u00a0'],
])('a rate of ether where the coin is %s: "%s"', (symbol, words) => {
  coin = symbol
  useEtherPrice.setState({ storedUsdPriceInEth: '1000', storedLastUpdateUsdPriceInEth: Date.now() })
  const { container } = render(
    <AboutEther price={{ amount: '50000', currency: 'USD' }} artworkId="24" drop={null} chainId={1} />,
  )
  expect(container.textContent).toBe(words)
})
