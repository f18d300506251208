import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const chain = { chainId: 100, name: 'Gnosis', currencySymbol: 'xDAI', paymentContract: '0x1' }
let body: unknown
const fetched = vi.fn(async (_path: string) => Response.json(body))

beforeEach(() => {
  vi.resetModules()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

test('chains are asked for once, with what they leave out', async () => {
  body = { chains: [chain, { chainId: 1, name: 'Ethereum' }, { chainId: 0, name: 'None' }, { chainId: 5 }] }
  const { shopChains } = await import('./chains')
  const [first, second, ...rest] = await shopChains()
  expect(first).toEqual({ ...chain, tokenContract: '', explorerUrl: '', vault: '' })
  expect(second).toMatchObject({ chainId: 1, currencySymbol: 'ETH', paymentContract: '' })
  expect(rest).toEqual([])
  await shopChains()
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/config', expect.anything())
})

test('an answer without chains has none', async () => {
  for (body of [null, {}, { chains: 'none' }]) {
    vi.resetModules()
    await expect((await import('./chains')).shopChains()).resolves.toEqual([])
  }
})

test('a chain’s coin, and none of a chain that is not ours', async () => {
  body = { chains: [chain] }
  const { coinOf } = await import('./coin')
  await expect(coinOf(100)).resolves.toBe('xDAI')
  await expect(coinOf(1)).resolves.toBeUndefined()
})
