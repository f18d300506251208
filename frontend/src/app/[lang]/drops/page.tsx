import type { Metadata } from 'next'
import { listDrops } from '@/features/drop/data'
import { dropsHref, parseDrops, sorts, statuses } from '@/features/drop/model'
import { DropCard } from '@/features/drop/ui/drop-card'
import { ListingMemory } from '@/features/drop/ui/listing-memory'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import { orderIn, type RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import { Button } from '@/ui/button'
import { Field, Select } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { Chips, Empty, ListingHead, listing } from '@/ui/listing'
import { Pagination } from '@/ui/pagination'
import { pictureOf } from '../share'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

const ask = (query: ReturnType<typeof parseDrops>) =>
  listDrops({
    filter: { search: query.search || null, status: query.status ? [query.status] : null },
    sort: query.sort,
    page: query.page,
  })

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/drops/`
  const query = parseDrops(await searchParams)
  const page = await pageOfListing(query, parseDrops({}), async () => (await ask(query)).pageCount)
  const description = 'Releases of works at a moment in time: upcoming, live and past.'
  const first = (await ask(parseDrops({}))).items.find(({ cover }) => cover)
  const picture = first ? pictureOf(first.cover, `Cover of the drop ${first.title}`) : null
  return {
    title: titleOf('Drops', query.page),
    description,
    alternates: alternates(path, page),
    openGraph: openGraph({ title: 'Drops', description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/drops/`
  const query = parseDrops(await searchParams)
  const page = await ask(query)
  const chips = [
    ...(query.search
      ? [{ filter: 'Search', value: query.search, href: dropsHref(path, { ...query, search: '', page: 1 }) }]
      : []),
    ...(query.status
      ? [
          {
            filter: 'Status',
            value: statuses.find(([value]) => value === query.status)?.[1] ?? query.status,
            href: dropsHref(path, { ...query, status: '', page: 1 }),
          },
        ]
      : []),
  ]
  return (
    <div className={listing.page}>
      <ListingHead title="Drops" count={count(page.totalCount, 'drop')} />
      <FilterForm className={listing.form} label="Search drops">
        <div className={listing.find}>
          <Field
            label="Search"
            name="search"
            type="search"
            defaultValue={query.search}
            placeholder="Title"
            autoComplete="off"
          />
          <Button type="submit" kind="quiet">
            Search
          </Button>
        </div>
        <Select label="Status" name="status" defaultValue={query.status.toLowerCase()}>
          <option value="">All</option>
          {statuses.map(([value, label]) => (
            <option key={value} value={value.toLowerCase()}>
              {label}
            </option>
          ))}
        </Select>
        <Select label="Sort by" name="sort" defaultValue={orderIn(sorts, query.sort)}>
          {sorts.map(([sort, label]) => (
            <option key={sort} value={orderIn(sorts, sort)}>
              {label}
            </option>
          ))}
        </Select>
      </FilterForm>
      <Chips chips={chips} clearHref={path} />
      <div className={listing.cards}>
        {page.items.map((drop, i) => (
          <DropCard key={drop.id} drop={drop} lang={lang} first={i === 0} />
        ))}
      </div>
      {page.items.length === 0 && <Empty clearHref={path}>No drops found.</Empty>}
      <Pagination
        page={page.page}
        pageCount={page.pageCount}
        hrefOf={(n) => dropsHref(path, { ...query, page: n })}
      />
      <ListingMemory />
    </div>
  )
}
