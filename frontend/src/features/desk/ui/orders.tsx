'use client'

import { formatMoney } from '@/lib/money'
import { useMoreRows } from '@/lib/rows'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk'
import { Link } from '@/ui/link'
import { Chips } from '@/ui/list/chips'
import { defineList, List } from '@/ui/list/define-list'
import { Find } from '@/ui/list/find'
import { columnHelper } from '@/ui/list/table'
import { artistHref, orderFilter, orderHref, ordersHref, type Summary, shortOf, toggled } from '../model'
import { ordersQuery } from '../queries'

const column = columnHelper<Summary>()

const orders = defineList({
  id: 'orders',
  path: ({ lang }: { lang: string }) => ordersHref(lang),
  filter: orderFilter,
  useRows: (filter) => useMoreRows(ordersQuery(filter)),
  idOf: ({ id }) => id,
  title: () => t.orders,
  find: () => t.findOrders,
  controls: ({ search, status }, go) => (
    <>
      <Find
        label={t.searchLabel}
        hint={t.searchHint}
        value={search}
        onFind={(text) => go({ search: text })}
      />
      <Chips
        legend={t.status}
        texts={{ '': t.anyStatus, ...t.groups }}
        isChosen={(name) => (name ? status.includes(name) : status.length === 0)}
        onChoose={(name) => go({ status: name ? toggled(status, name) : [] })}
      />
    </>
  ),
  summary: (count, { more, filtered }) =>
    count > 0 ? t.found(count, more) : filtered ? t.noOrdersFound : t.noOrders,
  table: {
    name: 'id',
    columns: ({ lang }) =>
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
      ]),
  },
})

/** All orders, newest first. */
export const Orders = (props: { lang: string }) => <List list={orders} props={props} />
