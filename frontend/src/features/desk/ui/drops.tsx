'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { createColumnHelper, flexRender, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { wordsOf } from '@/lib/api/error'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { dropHref } from '../model'
import { listDrops } from '../phases-calls'
import styles from './desk.module.css'

type Row = Awaited<ReturnType<typeof listDrops>>['items'][number]

/** All drops, to open the phases of one. */
export function Drops({ lang }: { lang: string }) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey: ['desk', 'drops'],
      queryFn: ({ pageParam, signal }) => listDrops(pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: ({ page, pageCount }) => (page < pageCount ? page + 1 : undefined),
    },
    queryClient,
  )
  const drops = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  return (
    <section className={styles.section} aria-labelledby="drops">
      <header>
        <h2 id="drops">{t.drops}</h2>
        <p className={styles.quiet}>{t.dropsLead}</p>
      </header>
      {error && <Failure problem={wordsOf(error)} retry={() => refetch()} />}
      {!drops && !error && <Skeleton height="14rem" />}
      {drops?.length === 0 && <p>{t.noDrops}</p>}
      {drops && drops.length > 0 && <Table lang={lang} drops={drops} />}
      {hasNextPage && (
        <div>
          <Button kind="quiet" busy={isFetching} onClick={() => fetchNextPage()}>
            {t.loadMore}
          </Button>
        </div>
      )}
    </section>
  )
}

const features = tableFeatures({})
const column = createColumnHelper<typeof features, Row>()

const columnsOf = (lang: string) =>
  column.columns([
    column.accessor('title', {
      header: t.drop,
      cell: ({ row: { original }, getValue }) => <Link href={dropHref(lang, original.id)}>{getValue()}</Link>,
    }),
    column.accessor('status', { header: t.status, cell: ({ getValue }) => t.statuses[getValue()] }),
    column.accessor('startsAt', {
      header: t.opens,
      cell: ({ getValue }) => <time dateTime={getValue()}>{t.localTime(getValue())}</time>,
    }),
    column.accessor(({ endsAt }) => (endsAt ? t.localTime(endsAt) : t.noEnd), {
      id: 'ends',
      header: t.ends,
    }),
    column.accessor('artworkCount', { header: t.works }),
  ])

function Table({ lang, drops }: { lang: string; drops: Row[] }) {
  const columns = useMemo(() => columnsOf(lang), [lang])
  const table = useTable({ features, columns, data: drops, getRowId: ({ id }) => id })
  return (
    <table className={styles.table}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col">
                {flexRender(header.column.columnDef.header, header.getContext())}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) =>
              cell.column.id === 'title' ? (
                <th key={cell.id} scope="row">
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </th>
              ) : (
                <td key={cell.id} data-label={cell.column.columnDef.header} className="figures">
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
