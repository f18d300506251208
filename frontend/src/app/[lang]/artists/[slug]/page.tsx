import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getArtist } from '@/features/artist/data'
import { lifespanOf } from '@/features/artist/model'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { FavoriteButton } from '@/features/favorite/ui/favorite-button'
import { env } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { absolute, breadcrumbs, person, scriptOf } from '@/lib/structured'
import { count } from '@/lib/words'
import * as t from '@/messages/artist'
import { OutLink } from '@/ui/link'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { Picture } from '@/ui/picture'
import { stillOf } from '@/ui/picture-source'
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
  const artist = await getArtist(slug, page)
  if (!artist) return { title: t.notFound, robots: { index: false } }
  const path = `/${lang}/artists/${artist.slug}/`
  const description = plainText(artist.bio ?? t.worksBy(artist.name))
  return {
    title: titleOf(artist.name, page),
    description,
    alternates: alternates(path, page <= artist.artworks.pageCount ? page : 1),
    openGraph: openGraph({
      title: artist.name,
      description,
      path,
      picture: pictureOf(artist.portrait, artist.name) ?? workPicture(lang, artist.artworks.items[0]),
    }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang, slug } = await params
  const artist = await getArtist(slug, pageOf(await searchParams))
  if (!artist) notFound()
  const path = `/${lang}/artists/${artist.slug}/`
  if (artist.slug !== slug) permanentRedirect(path)
  const { artworks } = artist
  return (
    <div className={frame.page}>
      <StructuredData
        text={scriptOf(
          person({
            ...artist,
            url: new URL(path, env().PUBLIC_URL).href,
            description: plainText(artist.bio ?? ''),
            image: artist.portrait && absolute(stillOf(artist.portrait)?.src),
          }),
          breadcrumbs(env().PUBLIC_URL, [t.artists, `/${lang}/artists/`], [artist.name, path]),
        )}
      />
      <header className={frame.head}>
        <h1>{artist.name}</h1>
        <p className={`${frame.kicker} figures`}>{lifespanOf(artist)}</p>
        <FavoriteButton kind="artist" id={artist.id} name={artist.name} />
      </header>
      <div className={frame.two}>
        <div>
          {artist.bio && <Prose html={renderMarkdown(artist.bio)} />}
          {artist.website && (
            <p style={{ marginTop: '1rem' }}>
              <OutLink href={artist.website}>{artist.website.replace(/^https?:\/\/|\/$/g, '')}</OutLink>
            </p>
          )}
        </div>
        {artist.portrait && (
          <div className={frame.aside}>
            <Picture media={artist.portrait} sizes="(width >= 900px) 26rem, 88.5vw" first />
          </div>
        )}
      </div>
      <section className={frame.section} aria-labelledby="works">
        <h2 id="works" className="figures">
          {count(artworks.totalCount, 'work')}
        </h2>
        <ArtworkGrid artworks={artworks.items} lang={lang} level={3} showArtist={false} />
        <Pagination
          page={artworks.page}
          pageCount={artworks.pageCount}
          hrefOf={(page) => href(path, { page })}
        />
      </section>
    </div>
  )
}
