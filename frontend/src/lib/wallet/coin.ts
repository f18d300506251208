'use client'

import { useEffect, useState } from 'react'
import { siteConfig } from '@/lib/config'

/** The symbol of a chain's coin ("ETH", "xDAI"), or undefined for a chain that the shop doesn't use. Rejects if the settings can't be read. */
export async function coinOf(chainId: number): Promise<string | undefined> {
  const { chains } = await siteConfig()
  return chains.find((chain) => chain.chainId === chainId)?.currencySymbol
}

/** coinOf for a component: undefined until it is known. */
export function useCoin(chainId: number): string | undefined {
  const [known, setKnown] = useState<{ chainId: number; coin?: string }>()
  useEffect(() => {
    let ended = false
    coinOf(chainId).then(
      (coin) => !ended && setKnown({ chainId, coin }),
      (error: unknown) => console.warn('The coin of the chain is not known', error),
    )
    return () => {
      ended = true
    }
  }, [chainId])
  return known?.chainId === chainId ? known.coin : undefined
}
