import { getArtwork } from '@/features/artwork/data'
import { manifestOf } from '@/features/artwork/manifest'
import { env } from '@/lib/env'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

/** The work as a manifest of the IIIF Presentation API 3. Viewers on other origins may read it. */
export async function GET(_: Request, { params }: Context) {
  const { lang, slug } = await params
  const artwork = await getArtwork(slug)
  const site = env().PUBLIC_URL.replace(/\/$/, '')
  const manifest = artwork && manifestOf(artwork, `${site}/${lang}/artworks/${artwork.slug}/`)
  if (!manifest) return new Response('Not found', { status: 404 })
  return Response.json(manifest, {
    headers: {
      'content-type': 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    },
  })
}
