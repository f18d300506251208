'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '@/lib/query'
import { type ArtworkFace, readArtworks } from './calls'

const none = new Map<string, ArtworkFace>()

/** The artworks of tokens, by id. Artworks that are not known yet, or could not be loaded, are missing. */
export function useArtworks(artworkIds: string[]): Map<string, ArtworkFace> {
  const ids = [...new Set(artworkIds)].sort()
  const { data } = useQuery(
    {
      queryKey: ['artworks', ids],
      queryFn: () => readArtworks(ids),
      enabled: ids.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  return data ?? none
}
