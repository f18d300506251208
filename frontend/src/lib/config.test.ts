import { afterEach, expect, test, vi } from 'vitest'
import { type KnownChain, requestConfig, transactionHref } from './config'
import { configWith } from './config.fixture'

afterEach(() => vi.unstubAllGlobals())

test('a failure is retried three times', async () => {
  const fetched = vi.fn(async () => new Response('busy', { status: 503 }))
  vi.stubGlobal('fetch', fetched)
  await expect(requestConfig(() => 0)).rejects.toThrow('503')
  expect(fetched).toHaveBeenCalledTimes(4)
  fetched.mockImplementationOnce(async () => new Response('busy', { status: 500 }))
  fetched.mockImplementationOnce(async () => Response.json(configWith({ buildId: 'b' })))
  await expect(requestConfig(() => 0)).resolves.toMatchObject({ buildId: 'b' })
})

test('a transaction is looked up where its chain has an explorer', () => {
  const chain = (chainId: number, explorerUrl: string): KnownChain => ({
    chainId,
    explorerUrl,
    name: 'Ethereum',
    currencySymbol: 'ETH',
    tokenContract: '',
    paymentContract: '',
    vault: '',
  })
  const chains = [chain(1, 'https://explorer.example'), chain(5, '')]
  expect(transactionHref(chains, 1, '0xab')).toBe('https://explorer.example/tx/0xab')
  expect(transactionHref(chains, 5, '0xab')).toBeNull()
  expect(transactionHref(chains, 100, '0xab')).toBeNull()
})
