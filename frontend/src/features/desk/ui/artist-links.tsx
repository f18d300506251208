'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-accounts'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { type ArtistLink, listLinks } from '../accounts-calls'
import { accountHref } from '../accounts-model'
import styles from './desk.module.css'
import { PagedTable } from './paged-table'
import { columnHelper } from './table'

/** All artists with an account, A to Z. */
export function ArtistLinks({ lang }: { lang: string }) {
  const query = useInfiniteQuery(
    {
      queryKey: ['desk', 'artist-links'],
      queryFn: ({ pageParam, signal }) => listLinks(pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: ({ page, pageCount }) => (page < pageCount ? page + 1 : undefined),
    },
    queryClient,
  )
  const links = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  const columns = useMemo(() => columnsOf(lang), [lang])
  return (
    <section className={styles.section} aria-labelledby="links">
      <header>
        <h2 id="links">{t.links}</h2>
        <p className={editing.quiet}>{t.linksLead}</p>
      </header>
      <PagedTable
        query={query}
        rows={links}
        columns={columns}
        idOf={({ artistId }) => artistId}
        name="artist"
        summary={() => (
          <output className={editing.quiet}>{t.linkCount(query.data?.pages[0]?.totalCount ?? 0)}</output>
        )}
      />
    </section>
  )
}

const column = columnHelper<ArtistLink>()

const columnsOf = (lang: string) =>
  column.columns([
    column.accessor('name', {
      id: 'artist',
      header: t.artist,
      cell: ({ row: { original }, getValue }) =>
        original.published ? (
          <Link href={`/${lang}/artists/${original.slug}/`}>{getValue()}</Link>
        ) : (
          <>
            {getValue()} <span className={editing.quiet}>{t.notPublished}</span>
          </>
        ),
    }),
    column.accessor(({ accountId, email }) => email || accountId, {
      id: 'account',
      header: t.account,
      cell: ({ row: { original }, getValue }) => (
        <LinkedAccount lang={lang} link={original} name={getValue()} />
      ),
    }),
    column.accessor(({ since }) => (since ? formatDateTime(since) : t.unknown), {
      id: 'since',
      header: t.since,
    }),
  ])

function LinkedAccount({ lang, link, name }: { lang: string; link: ArtistLink; name: string }) {
  const { accountId, email, next, nextAt } = link
  return (
    <>
      {!name && t.notLinkedNow}
      {name && accountId && (
        <Link href={accountHref(lang, accountId)} className={email ? undefined : 'mono'}>
          {name}
        </Link>
      )}
      {name && !accountId && name}
      {next && nextAt && <p className={editing.quiet}>{t.movesTo(next, formatDateTime(nextAt))}</p>}
    </>
  )
}
