'use client'

import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { followEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, toWei } from '@/lib/money'
import { followStorage } from '@/lib/storage'
import { usePlaces } from '@/lib/use-places'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/price'
import { usePricePreference } from '../store'

/** Places for prices in ether: `<span data-price={minorUnits} data-currency data-chain data-note />` after the price. */
const places = '[data-price]'

/** Shows the prices of cards in ether while the visitor has chosen that. A price that can't be converted stays as it is. */
export function EtherPrices() {
  const inEther = usePricePreference((state) => state.inEther)
  useEffect(() => followStorage(usePricePreference), [])
  return inEther ? <Converted /> : null
}

function Converted() {
  const found = usePlaces(places)
  useEffect(() => {
    const stopStorage = followStorage(useEtherPrice)
    const stopPrice = followEtherPrice()
    return () => {
      stopStorage()
      stopPrice()
    }
  }, [])
  return found.map((place, i) => {
    const { price = '', currency = '', chain = '', note = '' } = place.dataset
    return createPortal(
      <EtherPrice amount={price} currency={currency} chainId={Number(chain)} note={note} />,
      place,
      `${i} ${price}`,
    )
  })
}

interface EtherPriceProps {
  amount: string
  currency: string
  chainId: number
  note: string
}

function EtherPrice({ amount, currency, chainId, note }: EtherPriceProps) {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  const wei = rate && coin === 'ETH' ? toWei(amount, currency, rate) : null
  return wei === null ? null : t.about(formatEther(wei)) + note
}
