'use client'

import { fallsFrom, nextFall, type Phase, type PhasePrice, priceAt } from '@/lib/phases/model'
import * as t from '@/messages/auctions'
import { FallingPrice } from '@/ui/falling-price'

interface AuctionNowProps {
  phase: Phase
  price: PhasePrice
  /** The time by the server's clock, in milliseconds. */
  now: () => number
}

/** The current price of an auction, the next one and its time, and that everyone pays the last price. */
export function AuctionNow({ phase, price, now }: AuctionNowProps) {
  const time = now()
  const end = t.ended(phase, price)
  if (end) return end
  if (phase.state === 'upcoming') return `${t.terms(price)} ${t.promise}`
  const start = fallsFrom(phase)
  return (
    <>
      <FallingPrice price={priceAt(price, start, time)} next={nextFall(price, start, time)} now={now} />{' '}
      {t.promise}
    </>
  )
}
