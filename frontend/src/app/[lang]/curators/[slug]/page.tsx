import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getCurator } from '@/features/curator/data'
import { env } from '@/lib/env'
import { plainText } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { breadcrumbs, person, scriptOf } from '@/lib/structured'
import * as t from '@/messages/curator'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { StructuredData } from '@/ui/structured-data'
import { pictureOf, workPicture } from '../../share'
import { CuratorView } from './curator'

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
  const { artworks } = curator
  return (
    <div className={frame.page}>
      <StructuredData
        text={scriptOf(
          person({
            ...curator,
            url: new URL(path, env().PUBLIC_URL).href,
            description: plainText(curator.bio ?? ''),
          }),
          breadcrumbs(env().PUBLIC_URL, [t.curators, `/${lang}/curators/`], [curator.name, path]),
        )}
      />
      <CuratorView
        lang={lang}
        curator={curator}
        artworks={artworks.items}
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
