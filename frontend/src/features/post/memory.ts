'use client'

import { listingStore, type Memory, type SortState } from '@/lib/listing-memory'

interface SearchQuery {
  postTitle: string
  postCategory: string
  postDate: string
}

/** Posts have only one order, so nothing is stored permanently. */
export const postsMemory: Memory<SearchQuery, SortState> = {
  page: listingStore<SearchQuery>('posts', { postTitle: '', postCategory: '', postDate: '' }),
  read: (params) => ({
    query: {
      postTitle: params.get('postTitle') ?? '',
      postCategory: params.get('postCategory') ?? '',
      postDate: params.get('postDate') ?? '',
    },
    sort: { storedSortQuery: '' },
  }),
  write: (query) => ({ ...query }),
}
