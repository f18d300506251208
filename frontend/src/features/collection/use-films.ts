'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '@/lib/query'
import { type Film, readFilms } from './films'

const none = new Map<string, Film>()

/** The interval in milliseconds, and the number of tries, of looking for a film in progress. */
const pause = 10_000
const tries = 30

/**
 * The films of live works' tokens, by token. Tokens without a film, or whose film could not be loaded, are missing. `waiting` means that a film
 * may be in progress, so that the hook tries again.
 */
export function useFilms(tokenIds: string[], waiting: boolean): Map<string, Film> {
  const ids = [...new Set(tokenIds)].sort()
  const { data } = useQuery(
    {
      queryKey: ['films', ids],
      queryFn: () => readFilms(ids),
      enabled: ids.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
      // A film is made within minutes after the mint. Works that don't change with time never get one.
      refetchInterval: ({ state }) =>
        waiting &&
        (state.data?.size ?? 0) < ids.length &&
        state.dataUpdateCount + state.errorUpdateCount < tries
          ? pause
          : false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  return data ?? none
}
