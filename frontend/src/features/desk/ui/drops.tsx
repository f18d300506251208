'use client'

import { noFilter } from '@/lib/filter'
import { useMoreRows } from '@/lib/rows'
import * as t from '@/messages/desk-phases'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { defineList, List } from '@/ui/list/define-list'
import { columnHelper } from '@/ui/list/table'
import { dropHref, dropsHref } from '../model'
import type { listDrops } from '../phases-calls'
import { dropsQuery } from '../queries'

type Row = Awaited<ReturnType<typeof listDrops>>['items'][number]

const column = columnHelper<Row>()

const drops = defineList({
  id: 'drops',
  path: ({ lang }: { lang: string }) => dropsHref(lang),
  filter: noFilter,
  useRows: () => useMoreRows(dropsQuery),
  idOf: ({ id }) => id,
  title: () => t.drops,
  lead: () => (
    <p className={editing.quiet}>
      {t.dropsLead} {t.zoneHint()}
    </p>
  ),
  summary: (count) => (count > 0 ? '' : t.noDrops),
  table: {
    name: 'title',
    figures: true,
    columns: ({ lang }) =>
      column.columns([
        column.accessor('title', {
          header: t.drop,
          cell: ({ row: { original }, getValue }) => (
            <Link href={dropHref(lang, original.id)}>{getValue()}</Link>
          ),
        }),
        column.accessor('status', { header: t.status, cell: ({ getValue }) => t.statuses[getValue()] }),
        column.accessor('sale.startsAt', {
          header: t.opens,
          cell: ({ getValue }) => <time dateTime={getValue()}>{t.localTime(getValue())}</time>,
        }),
        column.accessor(({ sale: { endsAt } }) => (endsAt ? t.localTime(endsAt) : t.noEnd), {
          id: 'ends',
          header: t.ends,
        }),
        column.accessor('artworkCount', { header: t.works }),
      ]),
  },
})

/** All drops, to open the phases of one. */
export const Drops = (props: { lang: string }) => <List list={drops} props={props} />
