'use client'

import dynamic from 'next/dynamic'
import { Desk as Orders } from '@/features/desk/ui/desk'
import { type DeskContent, type DeskPage, sectionHref } from '@/features/profile/sections'
import { Review } from '@/features/studio/ui/lazy'
import { may } from '@/lib/session/roles'
import * as t from '@/messages/content'
import { Parts } from '@/ui/parts'
import { Skeleton } from '@/ui/skeleton'

const waiting = () => <Skeleton height="18rem" />

const Content = dynamic(() => import('./content').then((module) => module.Content), {
  ssr: false,
  loading: waiting,
})

const Accounts = dynamic(() => import('@/features/desk/ui/accounts').then((module) => module.Accounts), {
  ssr: false,
  loading: waiting,
})
const Account = dynamic(() => import('@/features/desk/ui/account').then((module) => module.Account), {
  ssr: false,
  loading: waiting,
})
const Approvals = dynamic(() => import('@/features/desk/ui/approvals').then((module) => module.Approvals), {
  ssr: false,
  loading: waiting,
})

const Movements = dynamic(() => import('@/features/desk/ui/movements').then((module) => module.Movements), {
  ssr: false,
  loading: waiting,
})

const Search = dynamic(() => import('@/features/desk/ui/search').then((module) => module.Search), {
  ssr: false,
  loading: waiting,
})

interface DeskProps {
  lang: string
  order?: string
  /** The drop whose phases are shown; empty for all drops. */
  drop?: string
  content?: DeskContent
  page?: DeskPage
  /** The submission that is reviewed; empty for all of them. */
  submission?: string
  roles: string[] | undefined
}

/** The parts of the desk that are open to an account's roles. */
export function Desk({ lang, order, drop, content, page, submission, roles }: DeskProps) {
  const desk = sectionHref(lang, 'desk')
  const parts = {
    orders: { label: t.orders, href: desk, open: may(roles, 'support', 'finance') },
    content: { label: t.content, href: `${desk}content/artworks/`, open: may(roles, 'content') },
    submissions: { label: t.submissions, href: `${desk}submissions/`, open: may(roles, 'content') },
    drops: { label: t.phases, href: `${desk}drops/`, open: may(roles, 'content', 'finance') },
    accounts: { label: t.accounts, href: `${desk}accounts/`, open: may(roles, 'support', 'admin') },
    approvals: { label: t.approvals, href: `${desk}approvals/`, open: may(roles, 'support', 'finance') },
    movements: { label: t.movements, href: `${desk}movements/`, open: may(roles, 'finance', 'admin') },
    search: { label: t.searchDesk, href: `${desk}search/`, open: true },
  }
  // The address is for the desk's first part, or of a part that the account's roles can't open.
  const named =
    page?.name ??
    (submission !== undefined
      ? 'submissions'
      : content
        ? 'content'
        : drop !== undefined
          ? 'drops'
          : order
            ? 'orders'
            : undefined)
  const first = (Object.keys(parts) as (keyof typeof parts)[]).find((name) => parts[name].open)
  const part = named ?? first ?? 'orders'
  const links = Object.entries(parts).filter(([, { open }]) => open)
  return (
    <>
      {links.length > 1 && (
        <Parts
          label={t.desk}
          links={links.map(([name, { label, href }]) => ({ href, text: label, current: name === part }))}
        />
      )}
      {!parts[part].open ? (
        <p>{t.noRole}</p>
      ) : part === 'accounts' ? (
        page?.id ? (
          <Account key={page.id} lang={lang} id={page.id} roles={roles} />
        ) : (
          <Accounts lang={lang} />
        )
      ) : part === 'search' ? (
        <Search lang={lang} roles={roles} />
      ) : part === 'approvals' ? (
        <Approvals lang={lang} roles={roles} />
      ) : part === 'movements' ? (
        <Movements />
      ) : part === 'content' ? (
        <Content lang={lang} folder={content?.folder ?? 'artworks'} id={content?.id} />
      ) : part === 'submissions' ? (
        <Review lang={lang} draft={submission} />
      ) : (
        <Orders lang={lang} order={order} drop={drop} roles={roles} />
      )}
    </>
  )
}
