'use client'

import { useEffect } from 'react'
import { etherPriceLife, refreshEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import { followStorage } from '@/lib/storage'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/artwork-ether'

/** About how much ether a price is now. Empty until known, and where the chain's coin is another one. */
export function AboutEther({ price, chainId }: { price: Money; chainId: number }) {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  useEffect(() => {
    const stop = followStorage(useEtherPrice)
    refreshEtherPrice()
    const timer = setInterval(() => void refreshEtherPrice(), etherPriceLife)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [])
  const wei = rate && coin === 'ETH' ? toWei(price.amount, price.currency, rate) : null
  return wei === null ? '\u00a0' : t.about(formatEther(wei))
}
