import { listArtists } from '@/features/artist/data'
import { listArtworkSlugs } from '@/features/artwork/data'
import { listDrops } from '@/features/drop/data'
import { listPosts } from '@/features/post/data'
import { env } from '@/lib/env'

export const dynamic = 'force-dynamic'

/** A sitemap may name 50,000 addresses; this stays far below. */
const mostPages = 200

/** All slugs of a list, page by page. */
async function slugs(ask: (page: number) => Promise<{ items: { slug: string }[]; pageCount: number }>) {
  const found: string[] = []
  for (let page = 1, last = 1; page <= Math.min(last, mostPages); page++) {
    const { items, pageCount } = await ask(page)
    found.push(...items.map(({ slug }) => slug))
    last = pageCount
  }
  return found
}

export async function GET() {
  const root = `${env().PUBLIC_URL.replace(/\/$/, '')}/en/`
  const [artworks, artists, drops, posts] = await Promise.all([
    slugs((page) => listArtworkSlugs(page)),
    slugs((page) => listArtists({ page })),
    slugs((page) => listDrops({ page })),
    slugs((page) => listPosts({ page })),
  ])
  const paths = [
    '',
    'artworks/',
    'artists/',
    'drops/',
    'blog/',
    'tv/',
    ...artworks.map((slug) => `artworks/${slug}/`),
    ...artists.map((slug) => `artists/${slug}/`),
    ...drops.map((slug) => `drops/${slug}/`),
    ...posts.map((slug) => `blog/${slug}/`),
  ]
  const body = paths.map((path) => `<url><loc>${root}${encodeURI(path)}</loc></url>`).join('')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</urlset>`,
    { headers: { 'content-type': 'application/xml' } },
  )
}
