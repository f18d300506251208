'use client'

import { fallsFrom, nextFall, type Phase, type PhasePrice, priceAt } from '@/lib/phases/model'
import * as t from '@/messages/auctions'
import { FallingPrice } from '@/ui/falling-price'

/** The auctions of a phase, each with its terms, its next step or its end. Artworks with the same terms share one entry. */
export function AuctionRow({ phase, now }: { phase: Phase; now: () => number }) {
  const different = new Map(
    phase.prices.filter(({ auction }) => auction).map((price) => [keyOf(phase, price), price]),
  )
  return (
    <div>
      <dt>{t.auction}</dt>
      <dd>
        {[...different].map(([key, price]) => (
          <p key={key}>
            {t.terms(price)} <Now phase={phase} price={price} now={now} />
          </p>
        ))}
        {phase.state !== 'ended' && <p>{t.promise}</p>}
      </dd>
    </div>
  )
}

const keyOf = (phase: Phase, price: PhasePrice) => `${t.terms(price)} ${t.ended(phase, price)}`

function Now({ phase, price, now }: { phase: Phase; price: PhasePrice; now: () => number }) {
  const end = t.ended(phase, price)
  if (end || phase.state === 'upcoming') return end
  const time = now()
  const start = fallsFrom(phase)
  return <FallingPrice price={priceAt(price, start, time)} next={nextFall(price, start, time)} now={now} />
}
