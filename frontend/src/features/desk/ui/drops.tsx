'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/desk-phases'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { dropHref } from '../model'
import { listDrops } from '../phases-calls'
import styles from './desk.module.css'
import { PagedTable } from './paged-table'
import { columnHelper } from './table'

type Row = Awaited<ReturnType<typeof listDrops>>['items'][number]

/** All drops, to open the phases of one. */
export function Drops({ lang }: { lang: string }) {
  const query = useInfiniteQuery(
    {
      queryKey: ['desk', 'drops'],
      queryFn: ({ pageParam, signal }) => listDrops(pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: ({ page, pageCount }) => (page < pageCount ? page + 1 : undefined),
    },
    queryClient,
  )
  const drops = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  const columns = useMemo(() => columnsOf(lang), [lang])
  return (
    <section className={styles.section} aria-labelledby="drops">
      <header>
        <h2 id="drops">{t.drops}</h2>
        <p className={editing.quiet}>
          {t.dropsLead} {t.zoneHint()}
        </p>
      </header>
      <PagedTable
        query={query}
        rows={drops}
        columns={columns}
        idOf={({ id }) => id}
        name="title"
        figures
        summary={({ length }) => length === 0 && <p>{t.noDrops}</p>}
      />
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
