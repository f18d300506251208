// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from './connect'
import { usePicker } from './picker'
import { pollingInterval } from './timing'

vi.mock('@/lib/config', () => ({
  siteConfig: async () => ({
    chains: [{ chainId: 31337, name: 'Local', currencySymbol: 'ETH', explorerUrl: '' }],
  }),
}))

afterEach(() => usePicker.getState().answer(null))

/** A wallet announces itself (EIP-6963). */
const announce = (name: string) =>
  dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: Object.freeze({
        info: {
          uuid: crypto.randomUUID(),
          name,
          icon: 'data:image/svg+xml,<svg/>',
          rdns: `org.example.${name}`,
        },
        provider: {
          request: async ({ method }: { method: string }) =>
            method === 'eth_chainId' ? '0x7a69' : ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
          on: () => {},
          removeListener: () => {},
        },
      }),
    }),
  )

const offered = () => usePicker.getState().choices?.map(({ name }) => name)

test('a wallet is polled every 12 seconds', () => {
  expect(pollingInterval).toBe(12_000)
})

test('wallets that announce themselves late appear in the open list, and can be chosen', async () => {
  const wallet = connect()
  await vi.waitFor(() => expect(offered()).toEqual([]), 5000)
  announce('Late')
  announce('Later')
  expect(offered()).toEqual(['Late', 'Later'])
  const { choices, answer } = usePicker.getState()
  answer(choices![1]!.id)
  expect((await wallet).address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')

  // Nothing opens a list that was closed.
  announce('Last')
  expect(offered()).toBeUndefined()
})

test('a list that was closed without a choice says whether there was a wallet', async () => {
  const wallet = connect()
  await vi.waitFor(() => expect(offered()).toContain('Late'), 5000)
  usePicker.getState().answer(null)
  await expect(wallet).rejects.toMatchObject({ code: 'closed' })
})
