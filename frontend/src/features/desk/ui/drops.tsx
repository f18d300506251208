'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
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
import { columnHelper, Table } from './table'

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
  const columns = useMemo(() => columnsOf(lang), [lang])
  return (
    <section className={styles.section} aria-labelledby="drops">
      <header>
        <h2 id="drops">{t.drops}</h2>
        <p className={styles.quiet}>{t.dropsLead}</p>
      </header>
      {error && <Failure problem={wordsOf(error)} retry={() => refetch()} />}
      {!drops && !error && <Skeleton height="14rem" />}
      {drops?.length === 0 && <p>{t.noDrops}</p>}
      {drops && drops.length > 0 && (
        <Table columns={columns} rows={drops} idOf={({ id }) => id} name="title" figures />
      )}
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

const column = columnHelper<Row>()

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
