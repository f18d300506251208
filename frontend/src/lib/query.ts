'use client'

import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError, NetworkError, wordsOf } from './api/error'
import { userOf } from './session/claims'
import { onSession } from './session/events'
import { useAuth } from './session/store'

/** The timeout of a request in milliseconds, because one on a dead connection may never end. */
const patience = 30_000

/**
 * The client for data that a page reads repeatedly. Reads pause while the page is hidden, and run when it becomes visible or focused and when the
 * network returns. The API client retries on its own. All data is removed at the end of the session.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: 'always',
      refetchOnWindowFocus: 'always',
      retry: false,
    },
  },
})

// Without it, the client doesn't notice that the page becomes visible or the network returns.
queryClient.mount()
onSession('ended', () => queryClient.clear())
// Another tab may have logged out, or in as someone else.
useAuth.subscribe((now, before) => {
  const account = userOf(before)?.sub
  if (account && userOf(now)?.sub !== account) queryClient.clear()
})

interface Polled<T> {
  queryKey: readonly unknown[]
  queryFn: (signal: AbortSignal) => Promise<T>
  /** Milliseconds between two reads, which may depend on the last result. False stops reading. */
  every: number | ((last: T | undefined) => number | false) | false
}

/**
 * The options of a query that is read repeatedly. It pauses while the page is hidden, and after the server has said that there is nothing to
 * read for this person. Each read has a timeout.
 */
export const polled = <T>({ queryKey, queryFn, every }: Polled<T>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => inTime(queryFn(signal)),
    refetchInterval: ({ state: { data, error } }) =>
      isFinal(error) ? false : typeof every === 'function' ? every(data) : every,
  })

/** Whether another read would fail in the same way. */
const isFinal = (error: Error | null) => error instanceof ApiError && [403, 404, 410].includes(error.status)

interface Read<T> {
  /** The last result; null before. A failed read keeps it. */
  data: T | null
  /** Why the last read failed; null if it didn't. */
  error: Error | null
  /** The same as a text for people; empty if it didn't fail. */
  problem: string
  /** Reads now, after a change by the visitor: a read in progress is dropped. Never rejects. */
  read: () => Promise<void>
}

/** Reads a query. */
export function useRead<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>): Read<T> {
  const { data, error, isSuccess, refetch } = useQuery(options, queryClient)
  // A query without data forgets its error when it reads again. The page shows it until a read succeeds.
  const [failed, setFailed] = useState<Error | null>(null)
  if (error && error !== failed) setFailed(error)
  else if (isSuccess && failed) setFailed(null)
  return {
    data: data ?? null,
    error: failed,
    problem: failed ? wordsOf(failed) : '',
    read: useCallback(async () => void (await refetch()), [refetch]),
  }
}

function inTime<T>(reply: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NetworkError('no response in time')), patience)
  })
  return Promise.race([reply, late]).finally(() => clearTimeout(timer))
}
