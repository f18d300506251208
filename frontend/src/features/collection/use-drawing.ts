'use client'

import { useQuery } from '@tanstack/react-query'
import { queryClient } from '@/lib/query'
import { readDrawing } from './calls'

/** How often, and at which interval in milliseconds, to look again for a drawing that isn't made yet. */
const tries = 10
const pause = 3000

/** The address of the picture of a live work's edition. Null until the catalog has drawn it, and if it can't. */
export function useDrawing(artworkId: string, edition: number, live: boolean): string | null {
  const { data } = useQuery(
    {
      queryKey: ['drawing', artworkId, edition],
      queryFn: ({ signal }) => readDrawing(artworkId, edition, signal),
      enabled: live,
      retry: tries,
      retryDelay: pause,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  )
  return data ?? null
}
