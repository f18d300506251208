import { env } from '@/lib/env'
import { element, xml } from '@/lib/xml'
import { parts } from '../sitemaps/[part]/entries'

export const dynamic = 'force-dynamic'

/** The index: which sitemaps there are. */
export async function GET() {
  const body = (await parts()).map((part) =>
    element('sitemap', element('loc', xml(new URL(`/sitemaps/${part}.xml`, env().PUBLIC_URL).href))),
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body.join('')}</sitemapindex>`,
    { headers: { 'content-type': 'application/xml', 'cache-control': 'public, max-age=300' } },
  )
}
