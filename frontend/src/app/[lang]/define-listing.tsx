import type { Metadata } from 'next'
import type { ComponentType, ReactNode } from 'react'
import { alternates, openGraph, pageOfListing, type SharedPicture, titleOf } from '@/lib/metadata'
import type { RawParams } from '@/lib/params'
import * as t from '@/messages/listing'
import { Button } from '@/ui/button'
import { Field, Select } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { Chips, ListingHead, listing, NoResults } from '@/ui/listing'
import { Pagination } from '@/ui/pagination'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

interface Rows<Item> {
  items: Item[]
  totalCount: number
  page: number
  pageCount: number
}

/** A choice of the filter. */
interface Choice<Query> {
  key: keyof Query
  /** The parameter in the address. */
  name: string
  label: string
  value: string
  options: [value: string, text: string][]
  /** What is chosen, if that is an active filter: an order isn't. */
  chip?: string
}

interface Definition<Query extends { page: number }, Item> {
  /** The first segment of its address. */
  segment: string
  title: string
  description: string | (() => Promise<string>)
  /** Other formats by their media type, with their addresses below its own. */
  formats?: Record<string, string>
  parse: (params: RawParams) => Query
  hrefOf: (path: string, query: Query) => string
  load: (query: Query) => Promise<Rows<Item>>
  /** The picture of shared links, from the first page. */
  pictureOf: (items: Item[]) => SharedPicture | null
  count: (items: number) => string
  /** Beside the count. */
  aside?: (lang: string) => ReactNode
  /** Accessible name of the filter. */
  find: string
  /** The text that is searched for. `chip` names it as an active filter, if “Search” doesn't. */
  search: { key: keyof Query; name: string; placeholder: string; chip?: string }
  choices: (query: Query) => Choice<Query>[] | Promise<Choice<Query>[]>
  show: (items: Item[], lang: string) => ReactNode
  none: string
  /** Remembers the listing for this visitor. */
  Memory: ComponentType
}

/** The page of a public listing, whose filter, order and page number are in its address. */
export function defineListing<Query extends { page: number }, Item>({
  segment,
  title,
  parse,
  hrefOf,
  load,
  search,
  ...definition
}: Definition<Query, Item>) {
  async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
    const { lang } = await params
    const path = `/${lang}/${segment}/`
    const query = parse(await searchParams)
    const page = await pageOfListing(query, parse({}), async () => (await load(query)).pageCount)
    const { description: text, formats = {} } = definition
    const description = typeof text === 'string' ? text : await text()
    const types = Object.fromEntries(Object.entries(formats).map(([type, name]) => [type, `${path}${name}`]))
    return {
      title: titleOf(title, query.page),
      description,
      alternates: { ...alternates(path, page), types },
      openGraph: openGraph({
        title,
        description,
        path,
        picture: definition.pictureOf((await load(parse({}))).items),
      }),
    }
  }

  async function page({ params, searchParams }: Props) {
    const { lang } = await params
    const path = `/${lang}/${segment}/`
    const query = parse(await searchParams)
    const [rows, choices] = await Promise.all([load(query), definition.choices(query)])
    const searched = String(query[search.key])
    const chips = [{ key: search.key, label: search.chip ?? t.search, chip: searched }, ...choices].flatMap(
      ({ key, label, chip }) =>
        chip ? [{ filter: label, value: chip, href: hrefOf(path, { ...query, page: 1, [key]: '' }) }] : [],
    )
    const { Memory } = definition
    return (
      <div className={listing.page}>
        <ListingHead title={title} count={definition.count(rows.totalCount)}>
          {definition.aside?.(lang)}
        </ListingHead>
        <FilterForm className={listing.form} label={definition.find}>
          <div className={listing.find}>
            <Field
              label={t.search}
              name={search.name}
              type="search"
              defaultValue={searched}
              placeholder={search.placeholder}
              autoComplete="off"
            />
            <Button type="submit" kind="quiet">
              {t.search}
            </Button>
          </div>
          {choices.map(({ name, label, value, options }) => (
            <Select key={name} label={label} name={name} defaultValue={value}>
              {options.map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </Select>
          ))}
        </FilterForm>
        <Chips chips={chips} clearHref={path} />
        {definition.show(rows.items, lang)}
        {rows.items.length === 0 && <NoResults clearHref={path}>{definition.none}</NoResults>}
        <Pagination
          page={rows.page}
          pageCount={rows.pageCount}
          hrefOf={(n) => hrefOf(path, { ...query, page: n })}
        />
        <Memory />
      </div>
    )
  }

  return { generateMetadata, Page: page }
}
