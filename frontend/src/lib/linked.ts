'use client'

import { useQuery } from '@tanstack/react-query'
import { ApiError, wordsOf } from './api/error'
import { queryClient } from './query'

/**
 * What an emailed link is about, read once: the page changes it only by what the visitor decides. `kind` keeps the links of two
 * pages apart. Nothing is read without a secret.
 */
export function useLinked<T>(kind: string, secret: string, read: (secret: string) => Promise<T>) {
  const queryKey = [kind, 'link', secret]
  const { data, error, refetch } = useQuery(
    { queryKey, queryFn: () => read(secret), enabled: secret !== '', refetchOnWindowFocus: false },
    queryClient,
  )
  return {
    data,
    error,
    refetch: () => refetch(),
    /** Why it couldn't be read, for people; empty if it could. */
    problem: error ? wordsOf(error) : '',
    /** The server doesn't know the link. */
    isInvalid: error instanceof ApiError && error.status === 404,
    /** Replaces what the link is about by what the server responded to a decision. */
    setData: (next: T) => queryClient.setQueryData<T>(queryKey, next),
  }
}
