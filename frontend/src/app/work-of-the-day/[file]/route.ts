import { grow, isDate, toSVG } from '@/features/daily/model'

/** `2026-11-21-wide.svg` or `…-tall.svg`: made from the date alone, so it may be cached forever. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const [, date = '', shape] = /^(\d{4}-\d{2}-\d{2})-(wide|tall)\.svg$/.exec(file) ?? []
  if (!isDate(date)) return new Response('Not found', { status: 404 })
  return new Response(toSVG(grow(date, shape as 'wide' | 'tall')), {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
