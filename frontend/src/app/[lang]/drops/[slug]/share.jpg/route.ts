import { getDrop } from '@/features/drop/data'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/share-card'
import { respondWithCard } from '../../../share-response'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

/** The share card of a drop. */
export async function GET(_: Request, { params }: Context) {
  const drop = await getDrop((await params).slug, 1)
  if (!drop) return new Response('Not found', { status: 404 })
  const lines = [t.works(drop.artworkCount), t.opens(formatDate(drop.sale.startsAt))]
  const face = drop.cover ?? drop.artworks.items[0]?.media[0]
  return respondWithCard(face, { small: t.drop, title: drop.title, lines }, { bare: true })
}
