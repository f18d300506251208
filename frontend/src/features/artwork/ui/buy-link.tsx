'use client'

import { useEffect, useState } from 'react'
import { useNamedEdition } from '@/lib/edition'
import type { Money } from '@/lib/money'
import { usePriceNow } from '@/lib/phases/now'
import * as t from '@/messages/artwork-actions'
import { ButtonLink } from '@/ui/link'
import type { UnavailableEditions } from '../live-editions'

interface BuyLinkProps {
  lang: string
  slug: string
  artworkId: string
  /** The drop whose phases may change the price. */
  drop: string | null
  /** Number of editions that differ; 1 if all of them look the same. */
  size: number
  /** The artwork's own price. */
  own: Money
  /** The price when the page was rendered, for after an edition's number; without it the link is short. */
  price?: string
}

/** A link to the checkout. It buys the edition in the address, or any edition without one. */
export function BuyLink({ lang, slug, artworkId, drop, size, own, price: rendered }: BuyLinkProps) {
  const now = usePriceNow(drop, artworkId, own)
  const price = rendered === undefined ? rendered : (now?.text ?? rendered)
  const named = useNamedEdition(size)
  const chosen = size > 1 ? named : null
  const [unavailable, setUnavailable] = useState<UnavailableEditions | null>(null)
  const choosing = chosen !== null
  useEffect(() => {
    if (!choosing) return
    const ends = new AbortController()
    import('../calls')
      .then(({ readUnavailable }) => readUnavailable(artworkId, ends.signal))
      .then(setUnavailable, (error: unknown) => {
        // The checkout will find out.
        if (!ends.signal.aborted) console.info('Which editions are free', error)
      })
    return () => ends.abort()
  }, [choosing, artworkId])
  const gone = chosen === null ? undefined : unavailable?.get(chosen)
  const checkout = `/${lang}/artworks/${slug}/checkout/`
  return (
    <ButtonLink
      href={chosen === null || gone ? checkout : `${checkout}?edition=${chosen}`}
      wide={price !== undefined}
      prefetch={false}
    >
      {words(chosen, gone, price)}
    </ButtonLink>
  )
}

/** `gone` is why the chosen edition can't be bought. */
function words(chosen: number | null, gone: string | undefined, price: string | undefined): string {
  if (chosen === null) return t.buy
  if (price === undefined) return gone ? t.buyAnother : t.buyEdition(chosen)
  return gone ? t.buyAnotherEdition(chosen, gone) : t.buyEditionFor(chosen, price)
}
