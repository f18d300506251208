'use client'

import { listingStore, type Memory, type SortState, sortStore } from '@/lib/listing-memory'

interface SearchQuery {
  search: string
  category: string[] | null
  editionSize: string | null
  /** Whole units of the shop's currency, as in the address: "100-500". */
  purchasePrice: string | null
  availability: string[] | null
  color: string[] | null
  technique: string[] | null
}

interface Sort extends SortState {
  /** Only works that can be bought. */
  storedReducedFilterSelected: boolean
}

const some = (values: string[]) => (values.some(Boolean) ? values.filter(Boolean) : null)

export const artworksMemory: Memory<SearchQuery, Sort> = {
  page: listingStore<SearchQuery>('artworksPage', {
    search: '',
    category: null,
    editionSize: null,
    purchasePrice: null,
    availability: null,
    color: null,
    technique: null,
  }),
  sort: sortStore<Sort>('artworksSort', { storedSortQuery: '', storedReducedFilterSelected: false }),
  read: (params) => ({
    query: {
      search: params.get('search') ?? '',
      category: some(params.getAll('category')),
      editionSize: params.get('editionSize') || null,
      purchasePrice: params.get('price') || null,
      availability: some(params.getAll('availability')),
      color: some(params.getAll('color')),
      technique: some(params.getAll('technique')),
    },
    sort: {
      storedSortQuery: params.get('sort') ?? '',
      storedReducedFilterSelected: params.get('reduced') === '1',
    },
  }),
  write: (query, sort) => ({
    search: query.search ?? '',
    category: query.category ?? [],
    editionSize: query.editionSize ?? '',
    price: query.purchasePrice ?? '',
    availability: query.availability ?? [],
    color: query.color ?? [],
    technique: query.technique ?? [],
    reduced: sort?.storedReducedFilterSelected ? '1' : '',
    sort: sort?.storedSortQuery ?? '',
  }),
}
