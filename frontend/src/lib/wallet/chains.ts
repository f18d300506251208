import { send } from '@/lib/api/http'

/** A chain as GET /api/config tells it. */
export interface ShopChain {
  chainId: number
  name: string
  /** What people call its coin: "ETH", "xDAI". */
  currencySymbol: string
  tokenContract: string
  /** Empty where nothing is sold for coin. */
  paymentContract: string
  explorerUrl: string
  /** The address that keeps buyers' tokens. */
  vault: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

// By hand: every page of a work asks for its chain's coin, and would load a library of schemas for it.
function chainsIn(body: unknown): ShopChain[] {
  const { chains } = (body ?? {}) as { chains?: unknown }
  return ((Array.isArray(chains) ? chains : []) as Record<string, unknown>[])
    .map((chain) => ({
      chainId: Number(chain.chainId),
      name: text(chain.name),
      currencySymbol: text(chain.currencySymbol) || 'ETH',
      tokenContract: text(chain.tokenContract),
      paymentContract: text(chain.paymentContract),
      explorerUrl: text(chain.explorerUrl),
      vault: text(chain.vault),
    }))
    .filter(({ chainId, name }) => Number.isSafeInteger(chainId) && chainId > 0 && name)
}

let asking: Promise<ShopChain[]> | undefined

/** The chains of this installation, the default first. Asked once a page, again after a failure. */
export function shopChains(): Promise<ShopChain[]> {
  asking ??= send('/api/config', { headers: { accept: 'application/json' } }, { repeatable: true })
    .then(async (response) => chainsIn(await response.json()))
    .catch((error: unknown) => {
      asking = undefined
      throw error
    })
  return asking
}

/** The sentence for a chain that is not among ours. */
export const unsupportedChain = (id: number, supported: number[]) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported.join(', ')}.`
