import { grow, isDate, today, toSVG } from '@/features/daily/model'

/** `2026-11-21-wide.svg` or `…-tall.svg`: made from the date alone, so it may be cached forever. `today-tall.svg` is for pages that don't know the day. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const [, named = '', shape] = /^(\d{4}-\d{2}-\d{2}|today)-(wide|tall)\.svg$/.exec(file) ?? []
  const date = named === 'today' ? today() : named
  if (!isDate(date)) return new Response('Not found', { status: 404 })
  return new Response(toSVG(grow(date, shape as 'wide' | 'tall')), {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': named === 'today' ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
    },
  })
}
