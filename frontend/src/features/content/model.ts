import type {
  ArtistInput,
  ArtworkInput,
  ContentEntryQuery,
  ContentKind,
  ContentStatus,
  CuratorInput,
  DropInput,
  PageInput,
  PostInput,
} from '@/gen/graphql'
import { defineFilter, type FilterOf, oneOf, page, text } from '@/lib/filter'
import { decimalOf, formatMoney, parseMajor } from '@/lib/money'
import * as t from '@/messages/content'

export type Entry = NonNullable<ContentEntryQuery['contentEntry']>
export type Field = Entry['fields'][number]

/** Fields as a form shows them, by name. */
export type Values = Record<string, string>

/** The kinds of entries that staff edit, by their part of the address. */
export const kinds = {
  artworks: 'ARTWORK',
  drops: 'DROP',
  artists: 'ARTIST',
  curators: 'CURATOR',
  posts: 'POST',
  pages: 'PAGE',
} as const satisfies Record<string, ContentKind>
export type Folder = keyof typeof kinds
export const folders = Object.keys(kinds) as Folder[]

/** The fields that staff edit, in the order of the form. */
export const editable: Record<Folder, string[]> = {
  artworks: ['title', 'medium', 'year', 'category', 'purchasePrice', 'description'],
  drops: ['title', 'summary', 'body', 'works'],
  artists: ['born', 'died', 'place', 'website', 'bio'],
  curators: ['name', 'role', 'bio'],
  posts: ['title', 'category', 'summary', 'body'],
  pages: ['title', 'body'],
}

const statuses: ContentStatus[] = ['PUBLISHED', 'SCHEDULED', 'DRAFT']

/**
 * Whether an entry was made here and has no file in the content folder: an artwork from the studio, or an entry of the desk. These have ids from
 * 800,000,000 to 899,999,999. Pages don't show where they come from.
 */
export const isMadeHere = (folder: Folder, id: string): folder is Exclude<Folder, 'pages'> =>
  folder !== 'pages' && /^8\d{8}$/.test(id)

/** The statuses of a kind. Only artworks and posts have a date on which they appear. */
export const statusesOf = (folder: Folder) =>
  folder === 'artworks' || folder === 'posts' ? statuses : statuses.filter((status) => status !== 'SCHEDULED')

export const entryFilter = defineFilter({ search: text, status: oneOf(statuses, ''), page })
export type EntryFilter = FilterOf<typeof entryFilter>

export const folderHref = (lang: string, folder: Folder) => `/${lang}/profile/desk/content/${folder}/`

export const entryHref = (lang: string, folder: Folder, id: string) => `${folderHref(lang, folder)}${id}/`

/** The page of an entry on the site. */
export const publicHref = (lang: string, folder: Folder, slug: string) =>
  folder === 'pages' ? `/${lang}/${slug}/` : `/${lang}/${folder === 'posts' ? 'blog' : folder}/${slug}/`

/** Fields as a form shows them: amounts in major units. */
export function valuesOf(fields: Field[], currency: string): Values {
  const values: Values = {}
  for (const { name, value } of fields)
    values[name] = name === 'purchasePrice' && value ? decimalOf({ amount: value, currency }) : value
  return values
}

/** The names of the changed fields, in the order of the form. */
export const changed = (names: string[], before: Values, after: Values) =>
  names.filter((name) => (before[name] ?? '') !== (after[name] ?? ''))

const numberOrNull = (text: string) => (text.trim() ? Number(text) : null)

/** The values to send: only the given fields, so that another person's change of a different field stays. */
export function artworkInput(values: Values, names: string[], currency: string): ArtworkInput {
  const input: ArtworkInput = {}
  for (const name of names) {
    const value = values[name] ?? ''
    if (name === 'year') input.year = numberOrNull(value)
    else if (name === 'purchasePrice') {
      const amount = parseMajor(value, currency)
      input.purchasePrice = amount === null ? null : Number(amount)
    } else if (name === 'title' || name === 'medium' || name === 'category' || name === 'description')
      input[name] = value.trim()
  }
  return input
}

/** The given fields as they are. */
const texts = <Name extends string>(values: Values, names: string[], known: readonly Name[]) =>
  Object.fromEntries(
    known.filter((name) => names.includes(name)).map((name) => [name, (values[name] ?? '').trim()]),
  ) as Partial<Record<Name, string>>

/** The ids in an order of works, a field with one after another. */
const idsOf = (order: string) => order.split(' ').filter(Boolean)

/** The maximum number of works whose order is stored. */
const mostHung = 1000

/** The order of works, as the field has it. */
export const orderOf = (works: readonly { id: string }[]) =>
  works
    .slice(0, mostHung)
    .map(({ id }) => id)
    .join(' ')

/** Works in an order. Those that it doesn't name follow as they are. */
export function inOrder<Work extends { id: string }>(works: readonly Work[], order: string): Work[] {
  const ids = idsOf(order)
  const named = ids.flatMap((id) => works.find((work) => work.id === id) ?? [])
  return [...named, ...works.filter(({ id }) => !ids.includes(id))]
}

/** The same for a post, a page, a drop, a curator and an artist. */
export const postInput = (values: Values, names: string[]): PostInput =>
  texts(values, names, ['title', 'category', 'summary', 'body'])

export const pageInput = (values: Values, names: string[]): PageInput =>
  texts(values, names, ['title', 'body'])

export const dropInput = (values: Values, names: string[]): DropInput => ({
  ...texts(values, names, ['title', 'summary', 'body']),
  ...(names.includes('works') && { works: idsOf(values.works ?? '') }),
})

export const curatorInput = (values: Values, names: string[]): CuratorInput =>
  texts(values, names, ['name', 'role', 'bio'])

export function artistInput(values: Values, names: string[]): ArtistInput {
  const input: ArtistInput = texts(values, names, ['place', 'website', 'bio'])
  if (names.includes('born')) input.born = numberOrNull(values.born ?? '')
  if (names.includes('died')) input.died = numberOrNull(values.died ?? '')
  return input
}

/** A field of a version, for people. */
export function shown(name: string, value: string, currency: string, categories: Entry['categories']) {
  if (name === 'published') return value === 'true' ? t.yes : t.no
  if (name === 'purchasePrice') {
    const amount = value ? parseMajor(value, currency) : null
    return amount === null ? t.notForSale : formatMoney({ amount: amount.toString(), currency })
  }
  if (name === 'works') return value ? idsOf(value).join(', ') : t.newestFirst
  if (name === 'category') return categories.find(({ slug }) => slug === value)?.name ?? value
  return value
}
