import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followStorage, persistLocal, storageKey } from './storage'

interface EtherPrice {
  /** Dollars per ether as an exact decimal, or null before the first response. */
  storedUsdPriceInEth: string | null
  /** Milliseconds since 1970. */
  storedLastUpdateUsdPriceInEth: number
}

/** The interval of refreshing the shown price; the charged amount comes from a quote. */
export const etherPriceLife = 600_000

export const useEtherPrice = create<EtherPrice>()(
  persist((): EtherPrice => ({ storedUsdPriceInEth: null, storedLastUpdateUsdPriceInEth: 0 }), {
    name: storageKey('etherPrice'),
    version: 1,
    storage: persistLocal<EtherPrice>(),
    skipHydration: true,
  }),
)

let asking: Promise<void> | undefined

/** Loads the price if the known one is outdated. Failures are ignored, because the price in dollars is still shown. */
export function refreshEtherPrice(now = Date.now()): Promise<void> {
  if (now - useEtherPrice.getState().storedLastUpdateUsdPriceInEth < etherPriceLife) return Promise.resolve()
  asking ??= fetch('/api/ether-price', { headers: { accept: 'application/json' } })
    .then(async (response) => {
      if (!response.ok) throw new Error(`GET /api/ether-price: ${response.status}`)
      const { usdPerEth } = (await response.json()) as { usdPerEth?: string }
      if (!usdPerEth || !/^\d+(\.\d+)?$/.test(usdPerEth)) throw new Error('GET /api/ether-price: no price')
      useEtherPrice.setState({ storedUsdPriceInEth: usdPerEth, storedLastUpdateUsdPriceInEth: now })
    })
    .catch((error: unknown) => {
      console.warn('The ether price is not known', error)
      // Don't show a price that is twice as old as promised.
      if (now - useEtherPrice.getState().storedLastUpdateUsdPriceInEth > 2 * etherPriceLife) {
        useEtherPrice.setState({ storedUsdPriceInEth: null })
      }
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Keeps the shown price current, also with what other tabs load. Returns a function that stops it. */
export function followEtherPrice(): () => void {
  const stopStorage = followStorage(useEtherPrice)
  let timer: ReturnType<typeof setTimeout>
  let stopped = false
  const refresh = async () => {
    await refreshEtherPrice()
    if (stopped) return
    // Another tab may have refreshed it, so this tab continues when that price is outdated.
    const age = Date.now() - useEtherPrice.getState().storedLastUpdateUsdPriceInEth
    timer = setTimeout(refresh, age < etherPriceLife ? etherPriceLife - age : etherPriceLife)
  }
  refresh()
  return () => {
    stopStorage()
    stopped = true
    clearTimeout(timer)
  }
}
