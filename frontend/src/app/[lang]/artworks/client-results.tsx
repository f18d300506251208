'use client'

import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { named, namedIn } from '@/features/artist/model'
import { parseListing, toFilter } from '@/features/artwork/model'
import { ArtistsDocument, ArtworksDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { rawParams } from '@/lib/params'
import { worksFound } from '@/lib/words'
import * as t from '@/messages/artworks'
import { Failure } from '@/ui/failure'
import { listing } from '@/ui/listing'
import { ResultList } from './results'

export interface ClientListing {
  /** The parameters of the address. */
  search: string
  lang: string
  categories: { slug: string; name: string }[]
  /** The shop's currency, in which prices are filtered. */
  currency: string
}

const queryOf = (search: string) => parseListing(rawParams(new URLSearchParams(search)))

/** The page for an address. A page that was seen before is shown immediately and read again. */
function useListing(search: string, currency: string) {
  const query = queryOf(search)
  return useQuery(ArtworksDocument, {
    client: browserClient(),
    variables: { filter: toFilter(query, currency), sort: query.sort, page: query.page },
    fetchPolicy: 'cache-and-network',
  })
}

/** The count, or the previous one until it is known. */
export function ClientCount({
  search,
  currency,
  children,
}: Pick<ClientListing, 'search' | 'currency'> & { children: ReactNode }) {
  const { data, previousData } = useListing(search, currency)
  const known = data ?? previousData
  return known ? worksFound(known.artworks) : children
}

/** The results, or the previous ones until they are known. */
export function ClientResults({
  search,
  lang,
  categories,
  currency,
  children,
}: ClientListing & { children: ReactNode }) {
  const { data, previousData, error, refetch } = useListing(search, currency)
  const filter = namedIn(queryOf(search).search)
  const artists = useQuery(ArtistsDocument, {
    client: browserClient(),
    variables: { filter },
    skip: filter === null,
  })
  if (error && !data) {
    return (
      <div className={listing.results}>
        <Failure problem={t.notLoaded} retry={() => void refetch()} />
      </div>
    )
  }
  const shown = data ?? previousData
  return (
    <div aria-busy={!data} className={listing.changing}>
      {shown ? (
        <ResultList
          lang={lang}
          query={queryOf(search)}
          page={shown.artworks}
          categories={categories}
          currency={currency}
          artists={filter && artists.data ? named(artists.data.artists) : []}
        />
      ) : (
        children
      )}
    </div>
  )
}
