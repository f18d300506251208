'use client'

import { type SiteConfig, siteConfig } from '@/lib/config'
import { useConfig } from '@/lib/use-config'

const symbolOf = ({ chains }: SiteConfig, chainId: number) =>
  chains.find((chain) => chain.chainId === chainId)?.currencySymbol

/** The symbol of a chain's coin ("ETH", "xDAI"), or undefined for a chain that the shop doesn't use. Rejects if the settings can't be read. */
export async function coinOf(chainId: number): Promise<string | undefined> {
  return symbolOf(await siteConfig(), chainId)
}

/** coinOf for a component: undefined until it is known. */
export function useCoin(chainId: number): string | undefined {
  const config = useConfig()
  return config ? symbolOf(config, chainId) : undefined
}
