import * as z from 'zod/mini'
import { send } from '@/lib/api/http'
import '@/lib/api/schema'

const text = z._default(z.string(), '')

/** A chain as GET /api/config tells it. */
const chain = z.object({
  chainId: z.int().check(z.positive()),
  name: z.string().check(z.minLength(1)),
  currencySymbol: z._default(z.string(), 'ETH'),
  tokenContract: text,
  /** Empty where nothing is sold for coin. */
  paymentContract: text,
  explorerUrl: text,
  /** The address that keeps buyers' tokens. */
  vault: text,
})

const answer = z.looseObject({ chains: z._default(z.array(chain), []) })

export type ShopChain = z.infer<typeof chain>

let asking: Promise<ShopChain[]> | undefined

/** The chains of this installation, the default first. Asked once a page, again after a failure. */
export function shopChains(): Promise<ShopChain[]> {
  asking ??= send('/api/config', { headers: { accept: 'application/json' } }, { repeatable: true })
    .then(async (response) => answer.parse(await response.json()).chains)
    .catch((error: unknown) => {
      asking = undefined
      throw error
    })
  return asking
}

/** The sentence for a chain that is not among ours. */
export const unsupportedChain = (id: number, supported: number[]) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported.join(', ')}.`
