'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-accounts'
import { editing } from '@/ui/editing'
import { goInPlace } from '@/ui/go-in-place'
import { Link } from '@/ui/link'
import { type Found, listAccounts } from '../accounts-calls'
import { accountHref, accountsHref, labelOf, shortWallet, stateOf } from '../accounts-model'
import { ArtistLinks } from './artist-links'
import styles from './desk.module.css'
import { Find } from './find'
import { PagedTable } from './paged-table'
import { columnHelper } from './table'

/** All accounts, newest first: the address has the search. */
export function Accounts({ lang }: { lang: string }) {
  const search = useSearchParams().get('search') ?? ''
  const query = useInfiniteQuery(
    {
      queryKey: ['desk', 'accounts', search],
      queryFn: ({ pageParam, signal }) => listAccounts(search, pageParam, signal),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    },
    queryClient,
  )
  // A name and an address may find the same account on two pages.
  const accounts = useMemo(
    () =>
      query.data && [
        ...new Map(query.data.pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values(),
      ],
    [query.data],
  )
  const columns = useMemo(() => columnsOf(lang), [lang])
  return (
    <>
      <section className={styles.section} aria-labelledby="accounts">
        <h2 id="accounts">{t.accounts}</h2>
        <search aria-label={t.findAccounts}>
          <Find
            label={t.searchLabel}
            hint={t.searchHint}
            value={search}
            onFind={(text) => goInPlace(accountsHref(lang, text))}
          />
        </search>
        <PagedTable
          query={query}
          rows={accounts}
          columns={columns}
          idOf={({ id }) => id}
          name="account"
          summary={({ length }) => (
            <output className={editing.quiet}>
              {length > 0 ? t.found(length, query.hasNextPage) : search ? t.noneFound : t.none}
            </output>
          )}
        />
      </section>
      {!search && <ArtistLinks lang={lang} />}
    </>
  )
}

const column = columnHelper<Found>()

const columnsOf = (lang: string) =>
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
  ])
