import type { Metadata } from 'next'
import { Fragment } from 'react'
import { artistsNamed } from '@/features/artist/data'
import { listArtworks, listCategories } from '@/features/artwork/data'
import { chipsOf, leftOut, listingHref, parseListing, toFilter } from '@/features/artwork/model'
import { ArtworkFilters } from '@/features/artwork/ui/artwork-filters'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { ListingMemory } from '@/features/artwork/ui/listing-memory'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import type { RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import { Link } from '@/ui/link'
import { Chips, Empty, ListingHead, listing } from '@/ui/listing'
import { Pagination } from '@/ui/pagination'
import { workPicture } from '../share'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

const ask = (query: ReturnType<typeof parseListing>) =>
  listArtworks({ filter: toFilter(query), sort: query.sort, page: query.page })

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/artworks/`
  const query = parseListing(await searchParams)
  const page = await pageOfListing(query, parseListing({}), async () => (await ask(query)).pageCount)
  const description =
    'Generative and digital artworks in numbered editions, by category, edition size, price and availability.'
  const picture = workPicture(lang, (await ask(parseListing({}))).items[0])
  return {
    title: titleOf('Artworks', query.page),
    description,
    alternates: alternates(path, page),
    openGraph: openGraph({ title: 'Artworks', description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/artworks/`
  const query = parseListing(await searchParams)
  const [page, categories, artists] = await Promise.all([
    ask(query),
    listCategories(),
    artistsNamed(query.search),
  ])
  const note = leftOut(query)
  const chips = chipsOf(
    path,
    query,
    (slug) => categories.find((category) => category.slug === slug)?.name ?? slug,
  )
  return (
    <div className={listing.page}>
      <ListingHead title="Artworks" count={count(page.totalCount, 'work')} />
      <ArtworkFilters query={query} categories={categories} />
      <Chips chips={chips} clearHref={path} />
      {artists.length > 0 && (
        <p className={listing.note}>
          {artists.length === 1 ? 'Artist: ' : 'Artists: '}
          {artists.map(({ slug, name }, i) => (
            <Fragment key={slug}>
              {i > 0 && ', '}
              <Link href={`/${lang}/artists/${slug}/`}>{name}</Link>
            </Fragment>
          ))}
        </p>
      )}
      {note && <p className={listing.note}>{note}</p>}
      {page.loosened && page.items.length > 0 && (
        <p className={listing.note}>
          Nothing has exactly these words. These works have titles or artists with words that begin like them.
        </p>
      )}
      <div className={listing.results}>
        {page.items.length > 0 ? (
          <ArtworkGrid artworks={page.items} lang={lang} leads neighbours />
        ) : (
          <Empty clearHref={path}>
            {query.page > 1 && page.totalCount > 0
              ? `There is no page ${query.page}: the last one is ${page.pageCount}.`
              : 'No works found. Try fewer filters or another word.'}
          </Empty>
        )}
        <Pagination
          page={page.page}
          pageCount={page.pageCount}
          hrefOf={(n) => listingHref(path, { ...query, page: n })}
        />
      </div>
      <ListingMemory />
    </div>
  )
}
