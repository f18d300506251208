import { send } from '@/lib/api/http'
import { z } from '@/lib/api/schema'

/** A chain as GET /api/config tells it. */
const chain = z.object({
  chainId: z.number().int().positive(),
  name: z.string().min(1),
  currencySymbol: z.string().default('ETH'),
  tokenContract: z.string().default(''),
  /** Empty where nothing is sold for coin. */
  paymentContract: z.string().default(''),
  explorerUrl: z.string().default(''),
  /** The address that keeps buyers' tokens. */
  vault: z.string().default(''),
})

const answer = z.looseObject({ chains: z.array(chain).default([]) })

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

/** Where people can look a transaction up, or null where the chain has no explorer. */
export const transactionHref = (chains: ShopChain[], chainId: number, hash: string) => {
  const explorer = chains.find((known) => known.chainId === chainId)?.explorerUrl
  return explorer ? `${explorer.replace(/\/$/, '')}/tx/${hash}` : null
}

/** The sentence for a chain that is not among ours. */
export const unsupportedChain = (id: number, supported: number[]) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported.join(', ')}.`
