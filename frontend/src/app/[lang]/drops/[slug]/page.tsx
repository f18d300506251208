import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { getDrop } from '@/features/drop/data'
import { spanOf } from '@/features/drop/model'
import { DropClock } from '@/features/drop/ui/drop-clock'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { href, pageOf, type RawParams } from '@/lib/params'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { stillOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'

interface Props {
  params: Promise<{ lang: string; slug: string }>
  searchParams: Promise<RawParams>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const drop = await getDrop(slug, pageOf(await searchParams))
  if (!drop) return { title: 'Not found', robots: { index: false } }
  const still = drop.cover && stillOf(drop.cover)
  const path = `/${lang}/drops/${drop.slug}/`
  const description = drop.summary ?? plainText(drop.body ?? drop.title)
  return {
    title: drop.title,
    description,
    alternates: { canonical: path },
    openGraph: { title: drop.title, description, url: path, images: still ? [still.src] : [] },
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang, slug } = await params
  const drop = await getDrop(slug, pageOf(await searchParams))
  if (!drop) notFound()
  const path = `/${lang}/drops/${drop.slug}/`
  if (drop.slug !== slug) permanentRedirect(path)
  const { artworks, status } = drop
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <p className={`${frame.kicker} figures`}>{spanOf(drop)}</p>
        <h1>{drop.title}</h1>
        {drop.curator && (
          <p>
            Curated by <Link href={`/${lang}/curators/${drop.curator.slug}/`}>{drop.curator.name}</Link>
          </p>
        )}
      </header>
      <div className={frame.two}>
        <div>
          {drop.summary && <p className={frame.lead}>{drop.summary}</p>}
          {drop.body && (
            <div style={{ marginTop: '1.5rem' }}>
              <Prose html={renderMarkdown(drop.body)} />
            </div>
          )}
        </div>
        <div className={`${frame.aside} figures`}>
          {status === 'UPCOMING' && (
            <p>
              <DropClock at={drop.startsAt} words="Opens in" after="now" />
            </p>
          )}
          {status === 'LIVE' && drop.endsAt && (
            <p>
              <DropClock at={drop.endsAt} words="Ends in" after="now" />
            </p>
          )}
          <p>
            {drop.editionsSold.toLocaleString('en-US')} of {drop.editionsTotal.toLocaleString('en-US')}{' '}
            editions sold
          </p>
        </div>
      </div>
      <section className={frame.section} aria-label="Works">
        <ArtworkGrid artworks={artworks.items} lang={lang} />
        <Pagination
          page={artworks.page}
          pageCount={artworks.pageCount}
          hrefOf={(page) => href(path, { page })}
        />
      </section>
    </div>
  )
}
