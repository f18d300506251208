'use client'

import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { wordsOf } from './api/error'
import { queryClient, useRead } from './query'

/** The rows of a list as far as they are loaded. */
interface Rows<Row> {
  /** Undefined until the first page is loaded. */
  items: Row[] | undefined
  /** How many there are on all pages, if the server counts them. */
  totalCount?: number
  /** Why the last read failed, as a text for people; empty if it didn't. */
  problem: string
  retry: () => void
  /** Another page follows the loaded ones. */
  more?: { isLoading: boolean; load: () => void }
  /** This is one of several pages. */
  pages?: { page: number; pageCount: number }
}

interface Page<Row> {
  items: Row[]
  totalCount?: number
}

/** The rows of a list that loads the next page when it is asked to. */
export function useMoreRows<Loaded extends Page<unknown>, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Loaded, Error, InfiniteData<Loaded>, Key, Param>,
): Rows<Loaded['items'][number]> {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    options,
    queryClient,
  )
  return {
    items: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    totalCount: data?.pages[0]?.totalCount,
    problem: error ? wordsOf(error) : '',
    retry: () => void refetch(),
    more: hasNextPage ? { isLoading: isFetching, load: () => void fetchNextPage() } : undefined,
  }
}

interface NumberedPage<Row> extends Page<Row> {
  totalCount: number
  page: number
  pageCount: number
}

/** The rows of one page of a list. */
export function usePageRows<Row, Key extends QueryKey>(
  options: UseQueryOptions<NumberedPage<Row>, Error, NumberedPage<Row>, Key>,
  words: (error: unknown) => string = wordsOf,
): Rows<Row> {
  const { data, error, read } = useRead(options)
  return {
    items: data?.items,
    totalCount: data?.totalCount,
    problem: error ? words(error) : '',
    retry: () => void read(),
    pages: data ?? undefined,
  }
}
