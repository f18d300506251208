import { env } from '@/lib/env'

export const dynamic = 'force-dynamic'

export function GET() {
  const rules = [
    'User-agent: *',
    'Allow: /',
    'Disallow: /en/profile/',
    'Disallow: /profile/',
    'Disallow: /api/',
  ]
  return new Response(
    `${[...rules, '', `Sitemap: ${env().PUBLIC_URL.replace(/\/$/, '')}/sitemap.xml`].join('\n')}\n`,
    {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    },
  )
}
