import { type NextRequest, NextResponse } from 'next/server'
import { listArtworks } from '@/features/artwork/data'

export const dynamic = 'force-dynamic'

/** Redirects to a random work that can be bought. */
export async function GET(_: NextRequest, { params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  const available = (page: number) => listArtworks({ filter: { availability: ['AVAILABLE'] }, page })
  const { pageCount } = await available(1)
  const { items } = await available(1 + Math.floor(Math.random() * pageCount))
  const work = items[Math.floor(Math.random() * items.length)]
  return new NextResponse(null, {
    status: 307,
    headers: {
      location: work ? `/${lang}/artworks/${work.slug}/` : `/${lang}/artworks/`,
      'cache-control': 'no-store',
    },
  })
}
