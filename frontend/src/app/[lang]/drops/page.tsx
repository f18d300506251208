import type { Metadata } from 'next'
import { listDrops } from '@/features/drop/data'
import { dropsHref, parseDrops, sorts, statuses } from '@/features/drop/model'
import { DropCard } from '@/features/drop/ui/drop-card'
import { ListingMemory } from '@/features/drop/ui/listing-memory'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import { orderIn, type RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import * as t from '@/messages/drop'
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
  const description = t.listingDescription
  const first = (await ask(parseDrops({}))).items.find(({ cover }) => cover)
  const picture = first ? pictureOf(first.cover, t.coverOf(first.title)) : null
  return {
    title: titleOf(t.drops, query.page),
    description,
    alternates: alternates(path, page),
    openGraph: openGraph({ title: t.drops, description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/drops/`
  const query = parseDrops(await searchParams)
  const page = await ask(query)
  const chips = [
    ...(query.search
      ? [{ filter: t.search, value: query.search, href: dropsHref(path, { ...query, search: '', page: 1 }) }]
      : []),
    ...(query.status
      ? [
          {
            filter: t.status,
            value: statuses.find(([value]) => value === query.status)?.[1] ?? query.status,
            href: dropsHref(path, { ...query, status: '', page: 1 }),
          },
        ]
      : []),
  ]
  return (
    <div className={listing.page}>
      <ListingHead title={t.drops} count={count(page.totalCount, 'drop')} />
      <FilterForm className={listing.form} label={t.searchDrops}>
        <div className={listing.find}>
          <Field
            label={t.search}
            name="search"
            type="search"
            defaultValue={query.search}
            placeholder={t.title}
            autoComplete="off"
          />
          <Button type="submit" kind="quiet">
            {t.search}
          </Button>
        </div>
        <Select label={t.status} name="status" defaultValue={query.status.toLowerCase()}>
          <option value="">{t.all}</option>
          {statuses.map(([value, label]) => (
            <option key={value} value={value.toLowerCase()}>
              {label}
            </option>
          ))}
        </Select>
        <Select label={t.sortBy} name="sort" defaultValue={orderIn(sorts, query.sort)}>
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
      {page.items.length === 0 && <Empty clearHref={path}>{t.noDropsFound}</Empty>}
      <Pagination
        page={page.page}
        pageCount={page.pageCount}
        hrefOf={(n) => dropsHref(path, { ...query, page: n })}
      />
      <ListingMemory />
    </div>
  )
}
