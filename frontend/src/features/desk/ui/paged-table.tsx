'use client'

import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/desk'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { Table, type TableProps } from './table'

interface PagedTableProps<Row extends RowData> extends Omit<TableProps<Row>, 'rows'> {
  /** A query of useInfiniteQuery. */
  query: {
    error: Error | null
    isFetching: boolean
    hasNextPage: boolean
    fetchNextPage: () => void
    refetch: () => void
  }
  /** All rows so far; undefined until the first page is loaded. */
  rows: Row[] | undefined
  /** What is shown above the rows, for any number of them. */
  summary?: (rows: Row[]) => ReactNode
}

/** A table that loads page by page, with its error and a placeholder. */
export function PagedTable<Row extends RowData>({ query, rows, summary, ...table }: PagedTableProps<Row>) {
  return (
    <>
      {query.error && <Failure problem={wordsOf(query.error)} retry={() => query.refetch()} />}
      {!rows && !query.error && <Skeleton height="14rem" />}
      {rows && summary?.(rows)}
      {rows && rows.length > 0 && <Table {...table} rows={rows} />}
      {query.hasNextPage && (
        <div>
          <Button kind="quiet" busy={query.isFetching} onClick={() => query.fetchNextPage()}>
            {t.loadMore}
          </Button>
        </div>
      )}
    </>
  )
}
