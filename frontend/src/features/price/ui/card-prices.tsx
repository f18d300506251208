'use client'

import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { followEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import { usePlan, usePriceNow } from '@/lib/phases/now'
import { useRestored } from '@/lib/restored'
import { followStorage } from '@/lib/storage'
import { usePlaces } from '@/lib/use-places'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/price'
import { usePricePreference } from '../store'

/**
 * Placeholders for a replacement of the price before them: `<span data-price={minorUnits} data-currency data-chain data-note data-drop data-work />`.
 * Without data-drop, phases don't change the price.
 */
const places = '[data-price]'

/**
 * Keeps the prices of cards current: the price of the drop's current phase, in ether if the visitor has chosen that. A
 * price that can't be converted stays in the shop's currency.
 */
export function CardPrices() {
  const inEther = usePricePreference((state) => state.inEther)
  useRestored(usePricePreference)
  const found = usePlaces(inEther ? places : `${places}[data-drop]`)
  return (
    <>
      {inEther && <Rate />}
      {found.map((place, i) => {
        const { price = '', currency = '', chain = '', note = '', drop, work = '' } = place.dataset
        return createPortal(
          <CardPrice
            own={{ amount: price, currency }}
            chainId={inEther ? Number(chain) : null}
            note={note}
            drop={drop ?? null}
            artworkId={work}
          />,
          place,
          `${i} ${price} ${work}`,
        )
      })}
    </>
  )
}

/** Keeps the rate of ether current. */
function Rate() {
  useEffect(() => {
    const stopStorage = followStorage(useEtherPrice)
    const stopPrice = followEtherPrice()
    return () => {
      stopStorage()
      stopPrice()
    }
  }, [])
  return null
}

interface CardPriceProps {
  own: Money
  /** Null if the price isn't shown in ether. */
  chainId: number | null
  note: string
  drop: string | null
  artworkId: string
}

function CardPrice({ own, chainId, note, drop, artworkId }: CardPriceProps) {
  usePlan(drop)
  const now = usePriceNow(drop, artworkId)
  const inMoney = now && now.text + note
  if (chainId === null) return inMoney
  return (
    <EtherPrice price={now?.money ?? own} chainId={chainId} note={note}>
      {inMoney}
    </EtherPrice>
  )
}

interface EtherPriceProps {
  price: Money
  chainId: number
  note: string
  /** Shown if the price can't be converted. */
  children: ReactNode
}

function EtherPrice({ price: { amount, currency }, chainId, note, children }: EtherPriceProps) {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  const wei = rate && coin === 'ETH' ? toWei(amount, currency, rate) : null
  return wei === null ? children : t.about(formatEther(wei)) + note
}
