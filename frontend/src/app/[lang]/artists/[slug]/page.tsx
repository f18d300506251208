import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getArtist } from '@/features/artist/data'
import { env } from '@/lib/env'
import { plainText } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { absolute, breadcrumbs, person, scriptOf } from '@/lib/structured'
import * as t from '@/messages/artist'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { stillOf } from '@/ui/picture-source'
import { StructuredData } from '@/ui/structured-data'
import { pictureOf, workPicture } from '../../share'
import { ArtistView } from './artist'

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
      <ArtistView
        lang={lang}
        artist={artist}
        artworks={artworks.items}
        artworkCount={artworks.totalCount}
        pages={
          <Pagination
            page={artworks.page}
            pageCount={artworks.pageCount}
            hrefOf={(page) => href(path, { page })}
          />
        }
      />
    </div>
  )
}
