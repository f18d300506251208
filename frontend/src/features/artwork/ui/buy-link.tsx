'use client'

import { useEffect, useState } from 'react'
import { useNamedEdition } from '@/lib/edition'
import * as t from '@/messages/artwork'
import { ButtonLink } from '@/ui/link'

interface BuyLinkProps {
  lang: string
  slug: string
  artworkId: string
  /** Number of editions that differ; 1 if all of them look the same. */
  size: number
  /** Formatted, to follow an edition's number; without it the link is short. */
  price?: string
}

/** Leads to the checkout. It buys the edition that the address names, or any if it names none. */
export function BuyLink({ lang, slug, artworkId, size, price }: BuyLinkProps) {
  const named = useNamedEdition(size)
  const chosen = size > 1 ? named : null
  const [minted, setMinted] = useState<Set<number> | null>(null)
  const choosing = chosen !== null
  useEffect(() => {
    if (!choosing) return
    const ends = new AbortController()
    import('../calls')
      .then(({ readMinted }) => readMinted(artworkId, ends.signal))
      .then(setMinted, (error: unknown) => {
        // The checkout finds it out.
        if (!ends.signal.aborted) console.info('Which editions are sold', error)
      })
    return () => ends.abort()
  }, [choosing, artworkId])
  const sold = chosen !== null && (minted?.has(chosen) ?? false)
  const checkout = `/${lang}/artworks/${slug}/checkout/`
  return (
    <ButtonLink
      href={chosen === null || sold ? checkout : `${checkout}?edition=${chosen}`}
      wide={price !== undefined}
      prefetch={false}
    >
      {words(chosen, sold, price)}
    </ButtonLink>
  )
}

function words(chosen: number | null, sold: boolean, price: string | undefined): string {
  if (chosen === null) return t.buy
  if (price === undefined) return sold ? t.buyAnother : t.buyEdition(chosen)
  return sold ? t.buyAnotherEdition(chosen) : t.buyEditionFor(chosen, price)
}
