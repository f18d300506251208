'use client'

import { noFilter } from '@/lib/filter'
import { useMoreRows } from '@/lib/rows'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-accounts'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { defineList, List } from '@/ui/list/define-list'
import { columnHelper } from '@/ui/list/table'
import { Name } from '@/ui/name'
import type { ArtistLink } from '../accounts-calls'
import { accountHref, accountsHref } from '../accounts-model'
import { artistLinksQuery } from '../queries'

const column = columnHelper<ArtistLink>()

const links = defineList({
  id: 'links',
  path: ({ lang }: { lang: string }) => accountsHref(lang),
  filter: noFilter,
  useRows: () => useMoreRows(artistLinksQuery),
  idOf: ({ artistId }) => artistId,
  title: () => t.links,
  lead: () => <p className={editing.quiet}>{t.linksLead}</p>,
  summary: (count) => t.linkCount(count),
  table: {
    name: 'artist',
    columns: ({ lang }) =>
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
      ]),
  },
})

/** All artists with an account, A to Z. */
export const ArtistLinks = (props: { lang: string }) => <List list={links} props={props} />

function LinkedAccount({ lang, link, name }: { lang: string; link: ArtistLink; name: string }) {
  const { accountId, email, next, nextAt } = link
  return (
    <>
      {!name && t.notLinkedNow}
      {name && accountId && (
        <Link href={accountHref(lang, accountId)} className={email ? undefined : 'mono'}>
          <Name>{name}</Name>
        </Link>
      )}
      {name && !accountId && name}
      {next && nextAt && <p className={editing.quiet}>{t.movesTo(next, formatDateTime(nextAt))}</p>}
    </>
  )
}
