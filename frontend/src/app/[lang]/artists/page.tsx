import type { Metadata } from 'next'
import { listArtists } from '@/features/artist/data'
import { artistsHref, lifespanOf, parseArtists, sorts } from '@/features/artist/model'
import { ListingMemory } from '@/features/artist/ui/listing-memory'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import { orderIn, type RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import * as t from '@/messages/artist'
import { Button } from '@/ui/button'
import { Field, Select } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { Link } from '@/ui/link'
import { Chips, Empty, ListingHead, listing } from '@/ui/listing'
import { Pagination } from '@/ui/pagination'
import { People } from '../people'
import { pictureOf } from '../share'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

const ask = (query: ReturnType<typeof parseArtists>) =>
  listArtists({
    filter: query.name ? { artistName: { contains: query.name } } : null,
    sort: query.sort,
    page: query.page,
  })

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/artists/`
  const query = parseArtists(await searchParams)
  const page = await pageOfListing(query, parseArtists({}), async () => (await ask(query)).pageCount)
  const description = t.listingDescription
  const [first] = (await ask(parseArtists({}))).items
  const picture = first ? pictureOf(first.otherArtworks[0]?.media[0], t.workBy(first.name)) : null
  return {
    title: titleOf(t.artists, query.page),
    description,
    alternates: alternates(path, page),
    openGraph: openGraph({ title: t.artists, description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/artists/`
  const query = parseArtists(await searchParams)
  const page = await ask(query)
  return (
    <div className={listing.page}>
      <ListingHead title={t.artists} count={count(page.totalCount, 'artist')}>
        <Link href={`/${lang}/curators/`}>{t.curators}</Link>
      </ListingHead>
      <FilterForm className={listing.form} label={t.searchArtists}>
        <div className={listing.find}>
          <Field
            label={t.search}
            name="artistName"
            type="search"
            defaultValue={query.name}
            placeholder={t.name}
            autoComplete="off"
          />
          <Button type="submit" kind="quiet">
            {t.search}
          </Button>
        </div>
        <Select label={t.sortBy} name="sort" defaultValue={orderIn(sorts, query.sort)}>
          {sorts.map(([sort, label]) => (
            <option key={sort} value={orderIn(sorts, sort)}>
              {label}
            </option>
          ))}
        </Select>
      </FilterForm>
      <Chips
        chips={
          query.name
            ? [
                {
                  filter: t.name,
                  value: query.name,
                  href: artistsHref(path, { ...query, name: '', page: 1 }),
                },
              ]
            : []
        }
        clearHref={path}
      />
      <People
        people={page.items.map((artist) => ({
          id: artist.id,
          name: artist.name,
          href: `/${lang}/artists/${artist.slug}/`,
          about: [lifespanOf(artist), count(artist.artworkCount, 'work')].filter(Boolean).join(', '),
          picture: artist.otherArtworks[0]?.media[0],
        }))}
      />
      {page.items.length === 0 && <Empty clearHref={path}>{t.noArtistsFound}</Empty>}
      <Pagination
        page={page.page}
        pageCount={page.pageCount}
        hrefOf={(n) => artistsHref(path, { ...query, page: n })}
      />
      <ListingMemory />
    </div>
  )
}
