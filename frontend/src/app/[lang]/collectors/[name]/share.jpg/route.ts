import { getCollector } from '@/features/collector/data'
import { nameOf } from '@/features/collector/model'
import * as t from '@/messages/collector'
import { respondWithCard } from '../../../share-response'
import { worksOf } from '../works'

interface Context {
  params: Promise<{ lang: string; name: string }>
}

/** The share card of a collector: the first work, and the name. Caches keep it for a minute, as the page may be switched off. */
export async function GET(_: Request, { params }: Context) {
  const { lang, name } = await params
  const collector = await getCollector(nameOf(name))
  if (!collector) return new Response('Not found', { status: 404 })
  const works = await worksOf(lang, collector)
  const lines = works.length > 0 ? [t.worksShown(works.length)] : []
  const card = { small: t.collector, title: collector.displayName, lines }
  return respondWithCard(works[0]?.artwork.media[0], card, { bare: true, maxAge: 60 })
}
