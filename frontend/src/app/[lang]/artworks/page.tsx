import type { Metadata } from 'next'
import { artistsNamed } from '@/features/artist/data'
import { getShop, listArtworks } from '@/features/artwork/data'
import { listingSearch } from '@/features/artwork/listing-search'
import { parseListing, toFilter } from '@/features/artwork/model'
import { ArtworkFilters } from '@/features/artwork/ui/artwork-filters'
import { ListingMemory } from '@/features/artwork/ui/listing-memory'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import { type RawParams, searchOf } from '@/lib/params'
import { worksFound } from '@/lib/words'
import * as t from '@/messages/artworks'
import { ListingHead, listing } from '@/ui/listing'
import { workPicture } from '../share'
import { Count, Results } from './in-place'
import { ResultList } from './results'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

const ask = async (query: ReturnType<typeof parseListing>) =>
  listArtworks({
    filter: toFilter(query, (await getShop()).currency),
    sort: query.sort,
    page: query.page,
  })

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/artworks/`
  const query = parseListing(await searchParams)
  const page = await pageOfListing(query, parseListing({}), async () => (await ask(query)).pageCount)
  const description = t.listingDescription
  const picture = workPicture(lang, (await ask(parseListing({}))).items[0])
  return {
    title: titleOf(t.artworks, query.page),
    description,
    alternates: alternates(path, page),
    openGraph: openGraph({ title: t.artworks, description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const served = await searchParams
  const query = parseListing(served)
  const [page, { categories, colors, techniques, currency }, artists] = await Promise.all([
    ask(query),
    getShop(),
    artistsNamed(query.search),
  ])
  const search = listingSearch(new URLSearchParams(searchOf(served)))
  const works = (
    <Count served={search} currency={currency}>
      {worksFound(page)}
    </Count>
  )
  return (
    <div className={listing.page}>
      <ListingHead title={t.artworks} count={works}>
        {/* A different work each time, so it can't be prefetched. */}
        <a href={`/${lang}/surprise/`}>{t.surpriseMe}</a>
      </ListingHead>
      <ArtworkFilters
        query={query}
        categories={categories}
        colors={colors}
        techniques={techniques}
        currency={currency}
        count={works}
      />
      <Results served={search} lang={lang} categories={categories} currency={currency}>
        <ResultList
          lang={lang}
          query={query}
          page={page}
          categories={categories}
          currency={currency}
          artists={artists}
        />
      </Results>
      <ListingMemory />
    </div>
  )
}
