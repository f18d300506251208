'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '@/lib/query'
import { readFeed } from './feed'
import type { Entry } from './store'

/** New works of the people among the entries. Undefined until it is loaded. */
export function useFeed(items: Entry[]) {
  const idsOf = (kind: Entry['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const artists = idsOf('artist')
  const curators = idsOf('curator')
  return useQuery(
    {
      queryKey: ['feed', artists, curators],
      queryFn: () => readFeed(artists, curators),
      enabled: artists.length + curators.length > 0,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
}
