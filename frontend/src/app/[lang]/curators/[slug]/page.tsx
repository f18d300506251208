import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { getCurator } from '@/features/curator/data'
import { DropCard } from '@/features/drop/ui/drop-card'
import { FavoriteButton } from '@/features/favorite/ui/favorite-button'
import { env } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { breadcrumbs, person, scriptOf } from '@/lib/structured'
import * as t from '@/messages/curator'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'
import { StructuredData } from '@/ui/structured-data'
import { pictureOf, workPicture } from '../../share'

interface Props {
  params: Promise<{ lang: string; slug: string }>
  searchParams: Promise<RawParams>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const page = pageOf(await searchParams)
  const curator = await getCurator(slug, page)
  if (!curator) return { title: t.notFound, robots: { index: false } }
  const path = `/${lang}/curators/${curator.slug}/`
  const description = plainText(curator.bio ?? t.shortDescription(curator.name))
  return {
    title: titleOf(curator.name, page),
    description,
    alternates: alternates(path, page <= curator.artworks.pageCount ? page : 1),
    openGraph: openGraph({
      title: curator.name,
      description,
      path,
      picture: pictureOf(curator.portrait, curator.name) ?? workPicture(lang, curator.artworks.items[0]),
    }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang, slug } = await params
  const curator = await getCurator(slug, pageOf(await searchParams))
  if (!curator) notFound()
  const path = `/${lang}/curators/${curator.slug}/`
  if (curator.slug !== slug) permanentRedirect(path)
  const { artworks, drops } = curator
  return (
    <div className={frame.page}>
      <StructuredData
        text={scriptOf(
          person({
            ...curator,
            url: new URL(path, env().PUBLIC_URL).href,
            description: plainText(curator.bio ?? ''),
          }),
          // Curators don't have their own list; the home page shows them.
          breadcrumbs(env().PUBLIC_URL, ['Vitrine', `/${lang}/`], [curator.name, path]),
        )}
      />
      <header className={frame.head}>
        <p className={frame.kicker}>{curator.role ?? t.curator}</p>
        <h1>{curator.name}</h1>
        <FavoriteButton kind="curator" id={curator.id} name={curator.name} />
      </header>
      <div className={frame.two}>
        {curator.bio && <Prose html={renderMarkdown(curator.bio)} />}
        {curator.portrait && (
          <div className={frame.aside}>
            <Picture media={curator.portrait} sizes="(width >= 900px) 26rem, 88.5vw" first />
          </div>
        )}
      </div>
      {drops.length > 0 && (
        <section className={frame.section} aria-labelledby="drops">
          <h2 id="drops">{t.drops}</h2>
          {drops.map((drop) => (
            <DropCard key={drop.id} drop={drop} lang={lang} level={3} />
          ))}
        </section>
      )}
      {artworks.items.length > 0 && (
        <section className={frame.section} aria-labelledby="works">
          <h2 id="works">{t.worksChosen}</h2>
          <ArtworkGrid artworks={artworks.items} lang={lang} level={3} />
          <Pagination
            page={artworks.page}
            pageCount={artworks.pageCount}
            hrefOf={(page) => href(path, { page })}
          />
        </section>
      )}
    </div>
  )
}
