'use client'

import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Availability } from '@/gen/graphql'
import { followEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import type { Work } from '@/lib/phases/model'
import { usePlan } from '@/lib/phases/now'
import { usePhasesNow } from '@/lib/phases/store'
import { useRestored } from '@/lib/restored'
import { usePlaces } from '@/lib/use-places'
import { useCoin } from '@/lib/wallet/coin'
import { offerWords } from '@/messages/offer'
import * as t from '@/messages/price'
import { usePricePreference } from '../store'

/**
 * Placeholders for a replacement of the text before them:
 * `<span data-price={minorUnits} data-currency data-chain data-availability data-size data-drop data-work />`.
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
        const { price = '', currency = '', chain = '', availability, size, drop, work = '' } = place.dataset
        return createPortal(
          <CardPrice
            work={{
              id: work,
              availability: availability as Availability,
              price: { amount: price, currency },
            }}
            editionSize={Number(size)}
            chainId={inEther ? Number(chain) : null}
            drop={drop ?? null}
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
  useEffect(followEtherPrice, [])
  return null
}

interface CardPriceProps {
  work: Work
  editionSize: number
  /** Null if the price isn't shown in ether. */
  chainId: number | null
  drop: string | null
}

function CardPrice({ work, editionSize, chainId, drop }: CardPriceProps) {
  const plan = usePlan(drop)
  const kept = usePhasesNow((now) => now.kept[work.id])
  const offer = { ...(plan?.offer(work) ?? work), ...(kept && { price: kept.money }) }
  const words = plan || kept ? offerWords(editionSize, offer) : null
  if (chainId === null || !offer.price) return words
  return (
    <EtherPrice
      price={offer.price}
      chainId={chainId}
      inWords={(ether) => offerWords(editionSize, offer, ether)}
    >
      {words}
    </EtherPrice>
  )
}

interface EtherPriceProps {
  price: Money
  chainId: number
  /** The text with the price in ether. */
  inWords: (ether: string) => string
  /** Shown if the price can't be converted. */
  children: ReactNode
}

function EtherPrice({ price: { amount, currency }, chainId, inWords, children }: EtherPriceProps) {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  const wei = rate && coin === 'ETH' ? toWei(amount, currency, rate) : null
  return wei === null ? children : inWords(t.about(formatEther(wei)))
}
