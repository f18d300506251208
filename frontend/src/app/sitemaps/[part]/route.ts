import { env } from '@/lib/env'
import { element, xml } from '@/lib/xml'
import { entriesOf } from './entries'

export const dynamic = 'force-dynamic'

/** One part of the sitemap: `artworks-1.xml`. */
export async function GET(_: Request, { params }: { params: Promise<{ part: string }> }) {
  const [, part = ''] = /^(.+)\.xml$/.exec((await params).part) ?? []
  const entries = await entriesOf(part)
  if (!entries) return new Response('Not found', { status: 404 })
  const body = entries.map(({ path, changed }) => {
    const url = new URL(`/en/${path}`, env().PUBLIC_URL).href
    return element(
      'url',
      element('loc', xml(url)) +
        (changed ? element('lastmod', xml(changed)) : '') +
        `<xhtml:link rel="alternate" hreflang="en" href="${xml(url)}"/>`,
    )
  })
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${body.join('')}</urlset>`,
    { headers: { 'content-type': 'application/xml', 'cache-control': 'public, max-age=300' } },
  )
}
