import type { Metadata } from 'next'
import { listArtworks } from '@/features/artwork/data'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered when first asked for, then kept until a fact says otherwise: at build no address is known.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  return {
    title: 'TV',
    description: 'Works that move: films and live code.',
    alternates: { canonical: `/${lang}/tv/` },
  }
}

export default async function Page({ params }: Props) {
  const { lang } = await params
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      listArtworks({ filter: { category: ['video', 'interactive', 'generative'] }, sort: 'NEWEST', page }),
    ),
  )
  const seen = new Set<string>()
  const moving = pages
    .flatMap(({ items }) => items)
    .filter(({ id, media }) => media.some(({ kind }) => kind !== 'IMAGE') && !seen.has(id) && seen.add(id))
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>TV</h1>
        <p className={frame.lead}>Works that move. Open one and press F: it fills the screen.</p>
      </header>
      {moving.length > 0 ? (
        <ArtworkGrid artworks={moving} lang={lang} eager={3} />
      ) : (
        <p>Nothing moves here yet. Films and live works appear when the gallery shows them.</p>
      )}
    </div>
  )
}
