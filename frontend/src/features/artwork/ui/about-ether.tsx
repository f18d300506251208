'use client'

import { useEffect } from 'react'
import { followEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import { usePriceNow } from '@/lib/phases/now'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/artwork-ether'

export interface AboutEtherProps {
  price: Money
  chainId: number
  /** The work, and the drop whose phases may change its price. */
  artworkId: string
  drop: string | null
}

/** The approximate price in ether. Empty until known, and on chains with another coin. */
export function AboutEther({ price: own, chainId, artworkId, drop }: AboutEtherProps) {
  const now = usePriceNow(drop, artworkId, own)
  const price = now === undefined ? own : now?.money
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  useEffect(followEtherPrice, [])
  const wei = rate && price && coin === 'ETH' ? toWei(price.amount, price.currency, rate) : null
  return wei === null ? '\u00a0' : t.about(formatEther(wei))
}
