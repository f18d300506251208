import type { ArtistFilter, ArtistSort } from '@/gen/graphql'
import { first, href, orderIn, pageOf, type RawParams } from '@/lib/params'
import { formatYear } from '@/lib/year'
import * as t from '@/messages/artist'

export const sorts: readonly [ArtistSort, string][] = [
  ['NAME', t.nameAToZ],
  ['NAME_DESC', t.nameZToA],
  ['NEWEST', t.newest],
  ['MOST_ARTWORKS', t.mostWorks],
]

interface ArtistsQuery {
  name: string
  sort: ArtistSort
  page: number
}

export function parseArtists(params: RawParams): ArtistsQuery {
  const sort = first(params, 'sort')?.toUpperCase()
  return {
    name: (first(params, 'artistName') ?? '').slice(0, 200),
    sort: sorts.find(([value]) => value === sort)?.[0] ?? 'NAME',
    page: pageOf(params),
  }
}

export const artistsHref = (path: string, { name, sort, page }: ArtistsQuery) =>
  href(path, { artistName: name, sort: orderIn(sorts, sort), page })

/** The filter that finds artists by the words of an artwork search; null if the text is too short for a name. */
export const namedIn = (search: string): ArtistFilter | null =>
  search.trim().length < 3 ? null : { artistName: { contains: search.trim() } }

/** Artists that a search found, unless there are so many that it was probably not meant for them. */
export const named = <Artist>({ items, totalCount }: { items: Artist[]; totalCount: number }) =>
  totalCount <= 5 ? items : []

/** "Born 1987, Gwangju", "1901 to 1977", "470 BC to 399 BC". */
export function lifespanOf({
  born,
  died,
  place,
}: {
  born: number | null
  died: number | null
  place: string | null
}) {
  const years =
    born && died ? t.lifespan(formatYear(born), formatYear(died)) : born ? t.bornIn(formatYear(born)) : ''
  return [years, place].filter(Boolean).join(', ')
}
