import * as t from '@/messages/auctions'
import { Countdown } from './countdown'

type Price = Parameters<typeof t.nowAt>[0]

interface FallingPriceProps {
  price: Price
  /** The next lower price and when it applies, in milliseconds by the server's clock; none at the lowest price. */
  next: { at: number; price: Price } | null
  /** The time by the server's clock, in milliseconds. */
  now: () => number
}

/** The current price of a running auction, and a countdown to its next lower price. */
export function FallingPrice({ price, next, now }: FallingPriceProps) {
  return (
    <>
      {t.nowAt(price)}{' '}
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
      )}
    </>
  )
}
