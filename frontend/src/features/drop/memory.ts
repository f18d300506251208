'use client'

import { listingStore, type Memory, type SortState, sortStore } from '@/lib/listing-memory'

interface SearchQuery {
  search: string
  status: string
}

/** Drops used to be called exhibitions; the stored data still has that name. */
export const exhibitionsMemory: Memory<SearchQuery, SortState> = {
  page: listingStore<SearchQuery>('exhibitions', { search: '', status: '' }),
  sort: sortStore<SortState>('exhibitionsSort', { storedSortQuery: '' }),
  read: (params) => ({
    query: { search: params.get('search') ?? '', status: params.get('status') ?? '' },
    sort: { storedSortQuery: params.get('sort') ?? '' },
  }),
  write: (query, sort) => ({
    search: query.search ?? '',
    status: query.status ?? '',
    sort: sort?.storedSortQuery ?? '',
  }),
}
