'use client'

import { nextFall, type Phase, type PhasePrice, priceAt, startOf } from '@/lib/phases/model'
import * as t from '@/messages/auctions'
import { Countdown } from '@/ui/countdown'

interface AuctionNowProps {
  phase: Phase
  price: PhasePrice
  /** The time by the server's clock, in milliseconds. */
  now: () => number
}

/** What an auction costs now, when and to what it falls next, and that everyone pays the last price. */
export function AuctionNow({ phase, price, now }: AuctionNowProps) {
  const time = now()
  const end = t.ended(phase, price)
  if (end) return end
  if (phase.state === 'upcoming') return `${t.terms(price)} ${t.promise}`
  const next = nextFall(price, startOf(phase), time)
  return (
    <>
      {t.nowAt(priceAt(price, startOf(phase), time))}{' '}
      {next ? (
        <Countdown
          key={next.at}
          to={new Date(next.at).toISOString()}
          format={t.fallsIn(next.price)}
          before={t.fallsTo(next.price)}
          after={t.falling}
          now={now}
        />
      ) : (
        t.atLowest
      )}{' '}
      {t.promise}
    </>
  )
}
