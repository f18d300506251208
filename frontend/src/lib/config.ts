import type { components } from '@/gen/rest'

type Schemas = components['schemas']

/** The response of GET /api/config, the same for every page. */
export type SiteConfig = Schemas['SiteConfig']

/** A chain for selling or storing works. */
export type KnownChain = Schemas['SiteChain']

/** A registry of the Ethereum Name Service, reached over /rpc/{chainId}. */
export type NameService = NonNullable<SiteConfig['names']>

const retries = 3
/** Seconds between two reads of an ether order while its state doesn't change, or the settings are unknown. */
export const orderPollSeconds = 10
/** The same of a collection. */
export const collectionPollSeconds = 60

/** Loads the settings with up to three retries. Rejects if all fail. */
export async function requestConfig(wait = (attempt: number) => 250 * 2 ** attempt): Promise<SiteConfig> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch('/api/config', { headers: { accept: 'application/json' } })
      if (!response.ok) throw new Error(`GET /api/config: ${response.status}`)
      return await response.json()
    } catch (error) {
      if (attempt === retries) throw error
      await new Promise((resolve) => setTimeout(resolve, wait(attempt)))
    }
  }
}

let asking: Promise<SiteConfig> | undefined

/** The settings with which this page was opened. They are requested once, and again after a failure. */
export function siteConfig(): Promise<SiteConfig> {
  asking ??= requestConfig().catch((error: unknown) => {
    asking = undefined
    throw error
  })
  return asking
}

/** The address of a transaction in the chain's explorer, or null if the chain has none. */
export function transactionHref(chains: KnownChain[], chainId: number, hash: string) {
  const explorer = chains.find((known) => known.chainId === chainId)?.explorerUrl
  return explorer ? `${explorer}/tx/${hash}` : null
}
