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

interface Page<Row> {
  items: Row[]
  totalCount?: number
}

/** The rows of a list that loads the next page when it is asked to. */
export function useMoreRows<Loaded extends Page<unknown>, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Loaded, Error, InfiniteData<Loaded>, Key, Param>,
) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    options,
    queryClient,
  )
  const items: Loaded['items'][number][] | undefined = useMemo(
    () => data?.pages.flatMap((page) => page.items),
    [data],
  )
  return {
    items,
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
) {
  const { data, error, read } = useRead(options)
  return {
    items: data?.items,
    totalCount: data?.totalCount,
    problem: error ? words(error) : '',
    retry: () => void read(),
    pages: data ?? undefined,
  }
}
