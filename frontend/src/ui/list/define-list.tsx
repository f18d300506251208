'use client'

import type { RowData } from '@tanstack/react-table'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import * as t from '@/messages/list'
import { Button } from '../button'
import { Failure } from '../failure'
import { goInPlace } from '../go-in-place'
import { InPlace } from '../in-place'
import { Pagination } from '../pagination'
import { Skeleton } from '../skeleton'
import styles from './list.module.css'
import { type Columns, Table } from './table'

/** The rows of a list as far as they are loaded. */
interface Rows<Row> {
  /** Undefined until the first page is loaded. */
  items: Row[] | undefined
  /** How many there are on all pages, if the server counts them. */
  totalCount?: number
  /** Why the last read failed; empty if it didn't. */
  problem: string
  retry: () => void
  /** Another page follows the loaded ones. */
  more?: { isLoading: boolean; load: () => void }
  /** This is one of several pages, whose number is in the address. */
  pages?: { page: number; pageCount: number }
}

interface Definition<Row extends RowData, Filter, Props> {
  /** The id of the heading. */
  id: string
  /** The address of the page, without the filter. */
  path: (props: Props) => string
  /** What is in the address besides. */
  filter: { of: (params: URLSearchParams) => Filter; query: (filter: Partial<Filter>) => string }
  useRows: (filter: Filter, props: Props) => Rows<Row>
  idOf: (row: Row) => string
  title: (props: Props) => string
  /** What follows the title. */
  lead?: (props: Props, filter: Filter) => ReactNode
  /** The controls of the filter. `go` changes it, and starts at the first page. */
  controls?: (filter: Filter, go: (change: Partial<Filter>) => void, props: Props) => ReactNode
  /** Accessible name of the controls. */
  find?: (props: Props) => string
  /** Accessible name of the rows, for a list in pages. */
  results?: (props: Props) => string
  /** How many rows there are: so far, if more follow. */
  summary: (count: number, of: { more: boolean; filtered: boolean }, props: Props, filter: Filter) => string
  /** The columns of a table, and the one that names a row. */
  table?: { columns: (props: Props) => Columns<Row>; name: string; figures?: boolean }
  /** What a row shows, if the list isn't a table. */
  row?: (row: Row, props: Props) => ReactNode
  rowsClass?: string
}

/**
 * A list for staff or artists: its filter is in the address, so that going back and sharing a link work. It loads page by page or shows
 * numbered pages, and has its error, placeholder and count.
 */
export const defineList = <Row extends RowData, Filter extends object, Props extends object>(
  list: Definition<Row, Filter, Props>,
) => list

interface ListProps<Row extends RowData, Filter extends object, Props extends object> {
  list: Definition<Row, Filter, Props>
  /** What the definition gets. */
  props: Props
}

/** A list that was defined. */
export function List<Row extends RowData, Filter extends object, Props extends object>({
  list,
  props,
}: ListProps<Row, Filter, Props>) {
  const filter = list.filter.of(useSearchParams())
  const { items: loaded, totalCount, problem, retry, more, pages } = list.useRows(filter, props)
  // A row may have moved to the next page. The table keeps its rows while the list is the same one.
  const items = useMemo(
    () => loaded && [...new Map(loaded.map((row) => [list.idOf(row), row])).values()],
    [loaded, list],
  )
  const same = useSame(props)
  const columns = useMemo(() => list.table?.columns(same), [list, same])
  const hrefOf = (change: object) => list.path(props) + list.filter.query({ ...filter, ...change })
  const filtered = hrefOf({ page: 1 }) !== list.path(props)
  const controls = list.controls?.(filter, (change) => goInPlace(hrefOf({ page: 1, ...change })), props)
  const lead = list.lead?.(props, filter)
  const summary =
    items && list.summary(totalCount ?? items.length, { more: more !== undefined, filtered }, props, filter)
  const shown = items && (
    <>
      {summary && <output className={styles.quiet}>{summary}</output>}
      {items.length > 0 && list.table && columns && (
        <Table
          columns={columns}
          name={list.table.name}
          figures={list.table.figures}
          rows={items}
          idOf={list.idOf}
        />
      )}
      {items.length > 0 && list.row && (
        <ul role="list" className={list.rowsClass}>
          {items.map((row) => (
            <li key={list.idOf(row)}>{list.row?.(row, props)}</li>
          ))}
        </ul>
      )}
    </>
  )
  return (
    <section className={styles.list} aria-labelledby={list.id}>
      <header>
        <h2 id={list.id}>{list.title(props)}</h2>
        {lead}
      </header>
      {controls && (
        <search aria-label={list.find?.(props)} className={styles.filters}>
          {controls}
        </search>
      )}
      {problem && <Failure problem={problem} retry={retry} />}
      {!items && !problem && <Skeleton height="14rem" />}
      {pages ? (
        <InPlace label={list.results?.(props) ?? t.found(list.title(props))} className={styles.results}>
          {shown}
          <Pagination {...pages} hrefOf={(page) => hrefOf({ page })} />
        </InPlace>
      ) : (
        shown
      )}
      {more && (
        <div>
          <Button kind="quiet" busy={more.isLoading} onClick={more.load}>
            {t.loadMore}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The first of equal objects: a cell of a table is mounted again for each other one. */
function useSame<T extends object>(value: T): T {
  const [same, setSame] = useState(value)
  const names = Object.keys(value) as (keyof T)[]
  if (names.every((name) => same[name] === value[name])) return same
  setSame(value)
  return value
}
