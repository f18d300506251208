// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Checkout, Refund } from '../model'
import { Refunds } from './refunds'

let coin: string | undefined
vi.mock('@/lib/wallet/coin', () => ({ useCoin: () => coin }))

afterEach(cleanup)

const shown = (refund: Partial<Refund>) =>
  render(
    <Refunds
      checkout={
        {
          refunds: [
            { id: 'r', status: 'pending', wei: '', createdAt: '2026-11-21T00:00:00Z', ...refund } as Refund,
          ],
        } as Checkout
      }
    />,
  ).container.textContent

test('a refund is shown in its chain’s coin, and described until that is known', () => {
  coin = 'xDAI'
  expect(shown({ wei: `${15n * 10n ** 17n}`, chainId: 100 })).toMatch(/^1\.5 xDAI is on its way back/)
  cleanup()
  coin = undefined
  expect(shown({ wei: '1', chainId: 100 })).toMatch(/^Your money is on its way back/)
  cleanup()
  expect(shown({ amount: { amount: '75500', currency: 'USD' } })).toMatch(/^\$755 is on its way back/)
})

test('a refund against the return of the work says where to send it', () => {
  const checkout = {
    refunds: [],
    tokenId: '42000001',
    tokenReturn: {
      to: '0xVault',
      until: '2026-12-05T00:00:00Z',
      amount: { amount: '125000', currency: 'USD' },
      wei: '',
      chainId: 0,
    },
  } as unknown as Checkout
  const text = render(<Refunds checkout={checkout} />).container.textContent
  expect(text).toMatch(
    /transfer token 42000001 from your wallet by .*December.* to 0xVault\. \$1,250 goes out once/,
  )
})
