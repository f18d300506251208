'use client'

import { listingStore, type Memory, type SortState, sortStore } from '@/lib/listing-memory'

interface SearchQuery {
  artistName: { contains: string }
}

export const artistsMemory: Memory<SearchQuery, SortState> = {
  page: listingStore<SearchQuery>('artistsList', { artistName: { contains: '' } }),
  sort: sortStore<SortState>('artistsSort', { storedSortQuery: '' }),
  read: (params) => ({
    query: { artistName: { contains: params.get('artistName') ?? '' } },
    sort: { storedSortQuery: params.get('sort') ?? '' },
  }),
  write: (query, sort) => ({
    artistName: query.artistName?.contains ?? '',
    sort: sort?.storedSortQuery ?? '',
  }),
}
