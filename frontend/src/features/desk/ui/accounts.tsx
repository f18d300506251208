'use client'

import { useSearchParams } from 'next/navigation'
import { useMoreRows } from '@/lib/rows'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-accounts'
import { Link } from '@/ui/link'
import { defineList, List } from '@/ui/list/define-list'
import { Find } from '@/ui/list/find'
import { columnHelper } from '@/ui/list/table'
import type { Found } from '../accounts-calls'
import { accountFilter, accountHref, accountsHref, labelOf, shortWallet, stateOf } from '../accounts-model'
import { accountsQuery } from '../queries'
import { ArtistLinks } from './artist-links'

/** All accounts, and the artists among them while nothing is searched for. */
export function Accounts({ lang }: { lang: string }) {
  const { search } = accountFilter.of(useSearchParams())
  return (
    <>
      <List list={accounts} props={{ lang }} />
      {!search && <ArtistLinks lang={lang} />}
    </>
  )
}

const column = columnHelper<Found>()

const accounts = defineList({
  id: 'accounts',
  path: ({ lang }: { lang: string }) => accountsHref(lang),
  filter: accountFilter,
  useRows: ({ search }) => useMoreRows(accountsQuery(search)),
  idOf: ({ id }) => id,
  title: () => t.accounts,
  find: () => t.findAccounts,
  controls: ({ search }, go) => (
    <Find label={t.searchLabel} hint={t.searchHint} value={search} onFind={(text) => go({ search: text })} />
  ),
  summary: (count, { more, filtered }) =>
    count > 0 ? t.found(count, more) : filtered ? t.noneFound : t.none,
  table: {
    name: 'account',
    columns: ({ lang }) =>
      column.columns([
        column.accessor(labelOf, {
          id: 'account',
          header: t.account,
          cell: ({ row: { original }, getValue }) => (
            <Link href={accountHref(lang, original.id)} className={original.email ? undefined : 'mono'}>
              {getValue()}
            </Link>
          ),
        }),
        column.accessor(({ name }) => name || t.noName, { id: 'name', header: t.name }),
        column.accessor(({ wallets }) => wallets.map(shortWallet).join(', ') || '–', {
          id: 'wallets',
          header: t.wallets,
          cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
        }),
        column.accessor(stateOf, { id: 'state', header: t.state }),
        column.accessor('createdAt', {
          header: t.created,
          cell: ({ getValue }) => <time dateTime={getValue()}>{formatDateTime(getValue())}</time>,
        }),
      ]),
  },
})
