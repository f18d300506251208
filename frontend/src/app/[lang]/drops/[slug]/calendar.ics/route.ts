import { calendarOf } from '@/features/drop/calendar'
import { getDrop } from '@/features/drop/data'
import { env } from '@/lib/env'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

/** The opening of a drop, for the visitor's own calendar. */
export async function GET(_: Request, { params }: Context) {
  const { lang, slug } = await params
  const drop = await getDrop(slug, 1)
  if (!drop) return new Response('Not found', { status: 404 })
  const url = new URL(`/${lang}/drops/${drop.slug}/`, env().PUBLIC_URL)
  const { title, summary } = drop
  const { startsAt, endsAt } = drop.sale
  return new Response(
    calendarOf({
      uid: `drop-${drop.id}@${url.hostname}`,
      title,
      summary,
      url: url.href,
      startsAt,
      endsAt: endsAt ?? null,
    }),
    {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${drop.slug}.ics"`,
        'cache-control': 'public, max-age=300',
      },
    },
  )
}
