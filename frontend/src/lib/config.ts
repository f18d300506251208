/** A chain on which works are sold or kept. */
export interface KnownChain {
  chainId: number
  name: string
  /** What people call its coin: "ETH", "xDAI". */
  currencySymbol: string
  tokenContract: string
  /** Without a slash at its end; empty if the chain has none. */
  explorerUrl: string
  /** The address that keeps buyers' tokens. */
  vault: string
}

/** The response of GET /api/config, the same for every page. */
export interface SiteConfig {
  /** The default first. */
  chains: KnownChain[]
  buildId: string
  /** What people call the build; the build's own name where it has no other. */
  version: string
  /** Empty: errors are reported nowhere. */
  sentryDsn: string
  /** The environment that error reports name; empty is production. */
  environment: string
  /** Empty: page views are sent nowhere. */
  analyticsUrl: string
  flags: { sessionRecording: boolean; showVersion: boolean }
  /** Addresses whose signatures on certificates are this gallery's. */
  certificateIssuers: string[]
  /** Where ENS names are resolved; null where they are not. */
  names: NameService | null
  /** ISO 4217 code of the currency of all prices. */
  currency: string
  checkout: {
    /** How long an unpaid edition is held; 0 where that is unknown. */
    holdSeconds: number
    /** Pause between two reads of an ether order while its state is about to change. */
    orderPollSeconds: number
  }
  collection: {
    /** Pause between two reads of a collection while one of its tokens is minted or withdrawn. */
    pollSeconds: number
  }
}

/** A registry of the Ethereum Name Service, reached over /rpc/{chainId}. */
export interface NameService {
  chainId: number
  registry: string
}

const retries = 3
/** What the page reads an ether order at when the server names no faster pace. */
export const orderPollSeconds = 10
/** The same of a collection. */
export const collectionPollSeconds = 60
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const positive = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** Parses the response; an absent setting is off. */
export function parseConfig(body: unknown): SiteConfig {
  const all = (body ?? {}) as Record<string, unknown>
  const flags = (all.flags ?? {}) as Record<string, unknown>
  const checkout = (all.checkout ?? {}) as Record<string, unknown>
  const collection = (all.collection ?? {}) as Record<string, unknown>
  const names = (all.names ?? {}) as Record<string, unknown>
  const chains = (Array.isArray(all.chains) ? all.chains : []) as Record<string, unknown>[]
  return {
    chains: chains
      .map((chain) => ({
        chainId: Number(chain.chainId),
        name: text(chain.name),
        currencySymbol: text(chain.currencySymbol) || 'ETH',
        tokenContract: text(chain.tokenContract),
        explorerUrl: text(chain.explorerUrl).replace(/\/$/, ''),
        vault: text(chain.vault),
      }))
      .filter(({ chainId, name }) => Number.isSafeInteger(chainId) && chainId > 0 && name),
    buildId: text(all.buildId),
    version: text(all.version) || text(all.buildId),
    sentryDsn: text(all.sentryDsn),
    environment: text(all.environment),
    analyticsUrl: text(all.analyticsUrl),
    certificateIssuers: (Array.isArray(all.certificateIssuers) ? all.certificateIssuers : []).map(text),
    names:
      typeof names.chainId === 'number' && names.registry
        ? { chainId: names.chainId, registry: text(names.registry) }
        : null,
    flags: { sessionRecording: flags.sessionRecording === true, showVersion: flags.showVersion === true },
    currency: text(all.currency) || 'USD',
    checkout: {
      holdSeconds: positive(checkout.holdSeconds) ?? 0,
      orderPollSeconds: Math.min(positive(checkout.orderPollSeconds) ?? orderPollSeconds, orderPollSeconds),
    },
    collection: {
      pollSeconds: Math.min(positive(collection.pollSeconds) ?? collectionPollSeconds, collectionPollSeconds),
    },
  }
}

/** Loads the settings with up to three retries. Rejects if all fail. */
export async function askConfig(wait = (attempt: number) => 250 * 2 ** attempt): Promise<SiteConfig> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch('/api/config', { headers: { accept: 'application/json' } })
      if (!response.ok) throw new Error(`GET /api/config: ${response.status}`)
      return parseConfig(await response.json())
    } catch (error) {
      if (attempt === retries) throw error
      await new Promise((resolve) => setTimeout(resolve, wait(attempt)))
    }
  }
}

let asking: Promise<SiteConfig> | undefined

/** The settings with which this page was opened: asked once, again after a failure. */
export function siteConfig(): Promise<SiteConfig> {
  asking ??= askConfig().catch((error: unknown) => {
    asking = undefined
    throw error
  })
  return asking
}

/** Where people can look a transaction up, or null where the chain has no explorer. */
export function transactionHref(chains: KnownChain[], chainId: number, hash: string) {
  const explorer = chains.find((known) => known.chainId === chainId)?.explorerUrl
  return explorer ? `${explorer}/tx/${hash}` : null
}
