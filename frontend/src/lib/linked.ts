'use client'

import { useQuery } from '@tanstack/react-query'
import { ApiError, wordsOf } from './api/error'
import { queryClient } from './query'

/**
 * The request of an emailed link, read once: only the visitor's decision changes it. `kind` keeps the links of two
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
    /** Why it couldn't be read, as a text for people; empty if it could. */
    problem: error ? wordsOf(error) : '',
    /** The link doesn't exist. */
    isInvalid: error instanceof ApiError && error.status === 404,
    /** Replaces the request by the server's response to a decision. */
    setData: (next: T) => queryClient.setQueryData<T>(queryKey, next),
  }
}
