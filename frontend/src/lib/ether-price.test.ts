// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { etherPriceLife, followEtherPrice, refreshEtherPrice, useEtherPrice } from './ether-price'

const start = 1_800_000_000_000
const known = () => useEtherPrice.getState()
const warned = vi.spyOn(console, 'warn')
const fetched = vi.fn()

beforeEach(() => {
  warned.mockReset().mockImplementation(() => undefined)
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  useEtherPrice.setState({ storedUsdPriceInEth: null, storedLastUpdateUsdPriceInEth: 0 })
})
afterEach(() => vi.unstubAllGlobals())

test('the price is asked for every 600 seconds, and once however many parts of a page want it', async () => {
  fetched.mockImplementation(async () => Response.json({ usdPerEth: '3120.55' }))
  expect(etherPriceLife).toBe(600_000)
  await Promise.all([refreshEtherPrice(start), refreshEtherPrice(start)])
  expect(known()).toEqual({ storedUsdPriceInEth: '3120.55', storedLastUpdateUsdPriceInEth: start })
  await refreshEtherPrice(start + etherPriceLife - 1)
  expect(fetched).toHaveBeenCalledOnce()
  await refreshEtherPrice(start + etherPriceLife)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(fetched.mock.calls[0]![0]).toBe('/api/ether-price')
})

test.each([
  ['a busy server', async () => new Response('', { status: 503 })],
  ['no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['no price', async () => Response.json({ usdPerEth: '1e9' })],
])('%s is logged; the price stands until it is twice as old', async (_, answer) => {
  fetched.mockImplementation(answer)
  useEtherPrice.setState({ storedUsdPriceInEth: '3000', storedLastUpdateUsdPriceInEth: start })
  await refreshEtherPrice(start + etherPriceLife)
  expect(known().storedUsdPriceInEth).toBe('3000')
  expect(warned).toHaveBeenCalledExactlyOnceWith('The ether price is not known', expect.any(Error))
  await refreshEtherPrice(start + 2 * etherPriceLife + 1)
  expect(known().storedUsdPriceInEth).toBeNull()
})

test('a page that stays open refreshes the price every 600 seconds, until it closes', async () => {
  vi.useFakeTimers({ now: start })
  fetched.mockImplementation(async () => Response.json({ usdPerEth: '3120.55' }))
  const stop = followEtherPrice()
  await vi.advanceTimersByTimeAsync(599_999)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  // Another tab refreshes it in the meantime: the next one is due 600 seconds after that.
  await vi.advanceTimersByTimeAsync(300_000)
  useEtherPrice.setState({ storedLastUpdateUsdPriceInEth: Date.now() })
  await vi.advanceTimersByTimeAsync(599_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(1_200_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
