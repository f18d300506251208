'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { formatMoney } from '@/lib/money'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk'
import { editing } from '@/ui/editing'
import { goInPlace } from '@/ui/go-in-place'
import { Link } from '@/ui/link'
import { listOrders } from '../calls'
import {
  artistHref,
  type Filter,
  filterOf,
  groupNames,
  hrefOf,
  orderHref,
  type Summary,
  shortOf,
  statusesOf,
  toggled,
} from '../model'
import styles from './desk.module.css'
import { Find } from './find'
import { PagedTable } from './paged-table'
import { columnHelper } from './table'

/** All orders, newest first: the address has the search and the statuses. */
export function Orders({ lang }: { lang: string }) {
  const filter = filterOf(useSearchParams())
  const go = (to: Filter) => goInPlace(hrefOf(lang, to))
  const query = useInfiniteQuery(
    {
      queryKey: ['desk', 'orders', filter.search, filter.groups],
      queryFn: ({ pageParam, signal }) =>
        listOrders(filter.search, statusesOf(filter.groups), pageParam, signal),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    },
    queryClient,
  )
  // The table keeps its rows while the list stays the same one.
  const orders = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  const columns = useMemo(() => columnsOf(lang), [lang])
  const filtered = filter.search !== '' || filter.groups.length > 0
  return (
    <section className={styles.section} aria-labelledby="orders">
      <h2 id="orders">{t.orders}</h2>
      <search aria-label={t.findOrders} className={styles.filters}>
        {/* The address may change without this form: with back, or with a chip. */}
        <Find
          label={t.searchLabel}
          hint={t.searchHint}
          value={filter.search}
          onFind={(search) => go({ ...filter, search })}
        />
        <fieldset className={styles.chips}>
          <legend>{t.status}</legend>
          <button
            type="button"
            aria-pressed={filter.groups.length === 0}
            onClick={() => go({ ...filter, groups: [] })}
          >
            {t.anyStatus}
          </button>
          {groupNames.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter.groups.includes(name)}
              onClick={() => go(toggled(filter, name))}
            >
              {t.groups[name]}
            </button>
          ))}
        </fieldset>
      </search>
      <PagedTable
        query={query}
        rows={orders}
        columns={columns}
        idOf={({ id }) => id}
        name="id"
        summary={({ length }) => (
          <output className={editing.quiet}>
            {length > 0 ? t.found(length, query.hasNextPage) : filtered ? t.noOrdersFound : t.noOrders}
          </output>
        )}
      />
    </section>
  )
}

const column = columnHelper<Summary>()

const columnsOf = (lang: string) =>
  column.columns([
    column.accessor('id', {
      header: t.order,
      cell: ({ getValue }) => (
        <Link href={orderHref(lang, getValue())} className="mono">
          {shortOf(getValue())}
        </Link>
      ),
    }),
    column.accessor('status', { header: t.status, cell: ({ getValue }) => t.statuses[getValue()] }),
    column.accessor('artworkTitle', {
      header: t.artwork,
      cell: ({ row: { original }, getValue }) => (
        <>
          <em>{getValue()}</em>, {t.edition(original.editionNumber, original.editionSize)}
        </>
      ),
    }),
    column.accessor('artistName', {
      header: t.artist,
      cell: ({ row: { original }, getValue }) => (
        <Link href={artistHref(lang, original.artistId)}>{getValue()}</Link>
      ),
    }),
    column.accessor(({ buyerName, email }) => buyerName || email || t.noEmail, {
      id: 'buyer',
      header: t.buyer,
    }),
    column.accessor('price', {
      header: t.price,
      cell: ({ row: { original }, getValue }) => (
        <span className="figures">
          {formatMoney(getValue())}
          {original.paymentMethod && ` ${original.paymentMethod === 'card' ? t.byCard : t.inEther}`}
        </span>
      ),
    }),
    column.accessor('createdAt', {
      header: t.created,
      cell: ({ getValue }) => <time dateTime={getValue()}>{formatDateTime(getValue())}</time>,
    }),
  ])
