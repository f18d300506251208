'use client'

import { useEffect } from 'react'
import { etherPriceLife, refreshEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import { followStorage } from '@/lib/storage'

/** About how much ether a price is now. Empty until known; its line keeps its place. */
export function EtherPrice({ price }: { price: Money }) {
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
  const wei = rate ? toWei(price.amount, price.currency, rate) : null
  return <span className="figures">{wei === null ? '\u00a0' : `about ${formatEther(wei)}`}</span>
}
