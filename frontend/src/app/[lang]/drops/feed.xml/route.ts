import { listDrops } from '@/features/drop/data'
import { env } from '@/lib/env'
import { feed } from '@/lib/feed'
import { formatDateTime } from '@/lib/time'
import { latest } from '@/lib/xml'
import * as t from '@/messages/drop'

interface Context {
  params: Promise<{ lang: string }>
}

/** The newest drops, upcoming ones first. */
export async function GET(_: Request, { params }: Context) {
  const { lang } = await params
  const url = new URL(`/${lang}/drops/`, env().PUBLIC_URL).href
  const { items } = await listDrops({})
  return feed({
    title: 'Vitrine: drops',
    subtitle: t.listingDescription,
    lang,
    url,
    self: `${url}feed.xml`,
    entries: items.map(({ id, slug, title, summary, curator, sale: { startsAt, endsAt } }) => ({
      id: new URL(`/drops/${id}`, url).href,
      url: `${url}${slug}/`,
      title,
      // A drop changes when it opens and when it ends.
      updated: latest([startsAt, endsAt]) ?? startsAt,
      summary: [`${t.opensAt(formatDateTime(startsAt))}.`, summary].filter(Boolean).join(' '),
      author: curator?.name,
    })),
  })
}
