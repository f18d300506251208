import { getArtwork } from '@/features/artwork/data'
import { editionOf } from '@/lib/edition-number'
import { env } from '@/lib/env'
import { plainText } from '@/lib/markdown'
import { xml } from '@/lib/xml'
import { shortDescription, titleBy } from '@/messages/artwork'
import { editionOf as editionWords } from '@/messages/artwork-live'

interface Context {
  params: Promise<{ lang: string; slug: string; edition: string }>
}

/**
 * The link preview of an edition. Pages are cached without their query, so src/proxy.ts routes only the readers of link
 * previews here; visitors get the work's page, which shows the edition in its address.
 */
export async function GET(_: Request, { params }: Context) {
  const { lang, slug, edition: text } = await params
  const artwork = await getArtwork(slug)
  const edition = artwork && editionOf(text, artwork.editionSize)
  if (!artwork || !edition) return new Response('Not found', { status: 404 })
  const page = `${env().PUBLIC_URL.replace(/\/$/, '')}/${lang}/artworks/${artwork.slug}/`
  const title = `${titleBy(artwork.title, artwork.artist.name)}, ${editionWords(edition, artwork.editionSize.toLocaleString('en-US'))}`
  const description = plainText(artwork.description ?? shortDescription(artwork.title, artwork.artist.name))
  const meta: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': 'Vitrine',
    'og:title': title,
    'og:description': description,
    'og:url': `${page}?edition=${edition}`,
    'og:image': `${page}share.jpg?edition=${edition}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  }
  const tags = Object.entries(meta).map(
    ([name, content]) => `<meta property="${name}" content="${xml(content)}">`,
  )
  const html = [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${xml(title)}</title>`,
    `<link rel="canonical" href="${xml(page)}"><meta name="robots" content="noindex">`,
    ...tags,
    `</head><body><p><a href="${xml(`${page}?edition=${edition}`)}">${xml(title)}</a></p></body></html>`,
  ].join('\n')
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
