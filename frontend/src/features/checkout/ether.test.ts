import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useEtherPrice } from '@/lib/ether-price'
import { WalletProblem } from '@/lib/wallet/problem'
import { payWithEther } from './ether'
import type { Checkout } from './model'

const declined = new WalletProblem('rejected', 'You declined in your wallet. Nothing was sent.')
const happened: string[] = []
/** What the wallet doesn't support. */
let refuses: string
let coin: string
let statusResponse: () => Response

const step = (name: string) => {
  happened.push(name)
  if (refuses && name.startsWith(refuses)) throw declined
}
const wallet = {
  switchTo: async (chainId: number) => step(`network ${chainId}`),
  expectCoin: async (_: number, wei: bigint) => step(`holds ${wei}`),
  send: async (_: object, onFee: (wei: bigint) => void) => {
    step('send')
    onFee(10n ** 15n)
    return '0xab'
  },
}
vi.mock('@/lib/wallet/wallet', () => ({ connectWallet: async () => wallet }))
vi.mock('@/lib/wallet/coin', () => ({ coinOf: async () => coin }))
vi.mock('@/lib/session/session', () => ({
  freshToken: async () => {},
  endSession: () => {},
  refresh: () => {},
}))

const checkout = {
  id: 'c1',
  status: 'reserved',
  chainId: undefined,
  price: { amount: '75500', currency: 'USD' },
} as Checkout

const pay = async (change: Partial<Checkout> = {}) => {
  const said: string[] = []
  const result = await payWithEther(
    { ...checkout, ...change },
    {
      chainId: 31337,
      idempotencyKey: 'k',
      billing: { billingCountry: 'DE', immediateDelivery: false },
      say: (words) => said.push(words),
      onLocked: () => happened.push('locked'),
    },
  ).catch((error: unknown) => error)
  return { said: said.join('\n'), result }
}

beforeEach(() => {
  happened.length = 0
  refuses = ''
  coin = 'ETH'
  statusResponse = () => Response.json({ ...checkout, transactionHash: '0xab' })
  useEtherPrice.setState({ storedUsdPriceInEth: '755', storedLastUpdateUsdPriceInEth: Date.now() })
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.endsWith('/ether')) return statusResponse()
    happened.push('lock')
    return Response.json({
      chainId: 31337,
      to: '0x1',
      data: '0x',
      value: `${10n ** 18n}`,
      expiresAt: '2026-11-21T00:15:00Z',
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the price is locked only when the network is right and the wallet holds about the price', async () => {
  const { said, result } = await pay()
  expect(happened).toEqual(['network 31337', `holds ${10n ** 18n}`, 'lock', 'locked', 'send'])
  expect(said).toContain('Confirm 1 ETH in your wallet, plus a network fee of about 0.001 ETH.')
  expect(result).toEqual({ hash: '0xab', checkout: expect.objectContaining({ transactionHash: '0xab' }) })
})

test.each([['network'], ['holds']])('a wallet that declines at "%s" has locked nothing', async (where) => {
  refuses = where
  expect((await pay()).result).toBe(declined)
  expect(happened).not.toContain('lock')
})

test('a locked price is compared, not the one that the page shows', async () => {
  await pay({ status: 'awaiting_payment', quoteExpiresAt: '2026-11-21T00:15:00Z' })
  expect(happened).toEqual(['network 31337', 'lock', 'locked', 'send'])
})

test('a chain of another coin names it, and nothing is compared with a rate of ether', async () => {
  coin = 'xDAI'
  const { said } = await pay()
  expect(happened).toEqual(['network 31337', 'lock', 'locked', 'send'])
  expect(said).toContain('Confirm 1 xDAI in your wallet, plus a network fee of about 0.001 xDAI.')
  expect(said).not.toContain('ETH')
})

test('a sent transaction is known here even if the server can’t be reached', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  statusResponse = () => Response.json({ error: { code: 'malformed', message: 'No.' } }, { status: 400 })
  expect((await pay()).result).toEqual({ hash: '0xab', checkout: null })
  warned.mockRestore()
})
