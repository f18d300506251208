import { afterEach, expect, test, vi } from 'vitest'
import { askConfig, parseConfig, transactionHref } from './config'

afterEach(() => vi.unstubAllGlobals())

test('what is absent is off', () => {
  expect(parseConfig(null)).toEqual({
    chains: [],
    currency: 'USD',
    buildId: '',
    version: '',
    sentryDsn: '',
    environment: '',
    analyticsUrl: '',
    flags: { sessionRecording: false, showVersion: false },
    certificateIssuers: [],
    names: null,
    checkout: { holdSeconds: 0, orderPollSeconds: 10 },
    collection: { pollSeconds: 60 },
  })
  expect(parseConfig({ buildId: 'a', flags: { showVersion: true } })).toMatchObject({
    buildId: 'a',
    version: 'a',
    flags: { sessionRecording: false, showVersion: true },
  })
})

test('chains get defaults for missing fields, and invalid ones are left out', () => {
  const given = [
    { chainId: 100, name: 'Gnosis', currencySymbol: 'xDAI', vault: '0x1' },
    { chainId: 1, name: 'Ethereum' },
  ]
  const { chains } = parseConfig({ chains: [...given, { chainId: 0, name: 'None' }, { chainId: 5 }] })
  expect(chains).toEqual([
    { ...given[0], tokenContract: '', explorerUrl: '' },
    { ...given[1], currencySymbol: 'ETH', tokenContract: '', explorerUrl: '', vault: '' },
  ])
  expect(parseConfig({ chains: 'none' }).chains).toEqual([])
})

test('durations of the checkout; an order is never read more slowly than every 10 seconds', () => {
  const durations = (checkout: object) => parseConfig({ checkout }).checkout
  expect(durations({ holdSeconds: 1200, orderPollSeconds: 2 })).toEqual({
    holdSeconds: 1200,
    orderPollSeconds: 2,
  })
  expect(durations({ holdSeconds: '15', orderPollSeconds: 60 })).toEqual({
    holdSeconds: 0,
    orderPollSeconds: 10,
  })
})

test('a collection is never read more slowly than every minute', () => {
  const paceOf = (collection: object) => parseConfig({ collection }).collection.pollSeconds
  expect([paceOf({}), paceOf({ pollSeconds: 5 }), paceOf({ pollSeconds: 600 })]).toEqual([60, 5, 60])
})

test('a failure is retried three times', async () => {
  const fetched = vi.fn(async () => new Response('busy', { status: 503 }))
  vi.stubGlobal('fetch', fetched)
  await expect(askConfig(() => 0)).rejects.toThrow('503')
  expect(fetched).toHaveBeenCalledTimes(4)
  fetched.mockImplementationOnce(async () => new Response('busy', { status: 500 }))
  fetched.mockImplementationOnce(async () => Response.json({ buildId: 'b' }))
  await expect(askConfig(() => 0)).resolves.toMatchObject({ buildId: 'b' })
})

test('a transaction is looked up where its chain has an explorer', () => {
  const { chains } = parseConfig({
    chains: [
      { chainId: 1, name: 'Ethereum', explorerUrl: 'https://explorer.example/' },
      { chainId: 5, name: 'Five' },
    ],
  })
  expect(transactionHref(chains, 1, '0xab')).toBe('https://explorer.example/tx/0xab')
  expect(transactionHref(chains, 5, '0xab')).toBeNull()
  expect(transactionHref(chains, 100, '0xab')).toBeNull()
})

test('names are resolved where a chain and its registry are known', () => {
  expect(parseConfig({ names: { chainId: 1, registry: '0xA' } }).names).toEqual({
    chainId: 1,
    registry: '0xA',
  })
  expect(parseConfig({ names: { chainId: 1 } }).names).toBeNull()
})
