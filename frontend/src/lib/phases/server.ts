import 'server-only'
import { cache } from 'react'
import { dataApi } from '@/lib/apollo/data-api'
import { env } from '@/lib/env'
import { type Offered, offerOf, type Phase, type Window, workOf } from './model'

/**
 * The phases of a drop for the first HTML; none if they can't be read: the browser reads them as well, and checkout sells nothing at worse
 * terms than a page shows.
 */
const phasesOf = cache(async (dropId: string | null): Promise<Phase[]> => {
  if (!dropId) return []
  const { GATEWAY_URL, REVALIDATE_SECONDS } = env()
  const address = `${GATEWAY_URL.replace(/\/$/, '')}/api/drops/${encodeURIComponent(dropId)}/phases`
  try {
    const response = await fetch(address, {
      headers: dataApi().headers,
      next: { tags: [`drop:${dropId}`], revalidate: REVALIDATE_SECONDS },
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return (await response.json()).items
  } catch (error) {
    console.error(
      JSON.stringify({
        level: 'error',
        msg: 'The phases of a drop are unknown',
        drop: dropId,
        error: String(error),
      }),
    )
    return []
  }
})

/** Adds to each artwork of a drop with phases what holds for it now. Without a drop, the artworks may be of any. */
export const offered = <Artwork extends Offered>(artworks: readonly Artwork[], drop: Window | null = null) =>
  Promise.all(
    artworks.map(async (artwork): Promise<Artwork & Pick<Offered, 'offer'>> => {
      const phases = await phasesOf(artwork.currentDropId)
      if (phases.length === 0) return artwork
      return { ...artwork, offer: offerOf(workOf(artwork), drop, phases, Date.now()) }
    }),
  )
