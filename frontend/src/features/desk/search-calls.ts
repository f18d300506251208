import { DeskEntriesDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { defineFilter, text } from '@/lib/filter'
import { may } from '@/lib/session/roles'
import * as orderTexts from '@/messages/desk'
import * as approvalTexts from '@/messages/desk-approvals'
import * as t from '@/messages/desk-search'
import { isolate } from '@/messages/direction'
import { listAccounts } from './accounts-calls'
import { accountHref, accountsHref, labelOf, stateOf } from './accounts-model'
import { listApprovals } from './approvals-calls'
import { approvalsHref } from './approvals-model'
import { listOrders } from './calls'
import { orderHref, ordersHref, shortOf } from './model'

export type GroupName = keyof typeof t.groups

/** Something that was found: its link, and what sets it apart from others. */
interface Hit {
  href: string
  title: string
  about: string
}

interface Results {
  hits: Hit[]
  /** The list with all of them; absent if all are here. */
  all?: string
}

/** How many results a group shows. */
const most = 5

const few = (hits: Hit[], more: boolean, all: string): Results => ({
  hits: hits.slice(0, most),
  all: more || hits.length > most ? all : undefined,
})

type Find = (lang: string, search: string, signal: AbortSignal) => Promise<Results>

const entries =
  (folder: 'artworks' | 'artists' | 'drops', kind: 'ARTWORK' | 'ARTIST' | 'DROP'): Find =>
  async (lang, search, signal) => {
    const { data } = await browserClient().query({
      query: DeskEntriesDocument,
      variables: { kind, search },
      fetchPolicy: 'no-cache',
      context: { signedIn: true, fetchOptions: { signal } },
    })
    const { items = [], pageCount = 1 } = data?.contentEntries ?? {}
    const base = `/${lang}/profile/desk/content/${folder}/`
    const hits = items.map(({ id, title, label }) => ({ href: `${base}${id}/`, title, about: label }))
    return few(hits, pageCount > 1, `${base}?${new URLSearchParams({ search })}`)
  }

/** Each group's own list finds it, so that the lists are asked at the same time. */
export const finders: Record<GroupName, Find> = {
  orders: async (lang, search, signal) => {
    const { items, nextCursor } = await listOrders(search, [], '', signal)
    const hits = items.map(({ id, status, artworkTitle, editionNumber, editionSize, buyerName, email }) => ({
      href: orderHref(lang, id),
      title: shortOf(id),
      about: [
        orderTexts.statuses[status],
        `${isolate(artworkTitle)}, ${t.edition(editionNumber, editionSize)}`,
        buyerName || email,
      ]
        .filter(Boolean)
        .join(' · '),
    }))
    return few(hits, nextCursor !== '', ordersHref(lang, { search }))
  },
  accounts: async (lang, search, signal) => {
    const { items, nextCursor } = await listAccounts(search, '', signal)
    const hits = items.map((account) => ({
      href: accountHref(lang, account.id),
      title: labelOf(account),
      about: [account.name, stateOf(account)].filter(Boolean).join(' · '),
    }))
    return few(hits, nextCursor !== '', accountsHref(lang, search))
  },
  approvals: async (lang, search, signal) => {
    const filter = { search, kind: '', status: '', page: 1 } as const
    const { items, pageCount } = await listApprovals(filter, signal)
    const hits = items.map(({ id, summary, status, email }) => ({
      href: approvalsHref(lang, { ...filter, search: id }),
      title: summary,
      about: [approvalTexts.statuses[status], email].filter(Boolean).join(' · '),
    }))
    return few(hits, pageCount > 1, approvalsHref(lang, filter))
  },
  artworks: entries('artworks', 'ARTWORK'),
  artists: entries('artists', 'ARTIST'),
  drops: entries('drops', 'DROP'),
}

/** The groups that an account's roles may see. */
export function groupsFor(roles: string[] | undefined): GroupName[] {
  const open: Record<GroupName, boolean> = {
    orders: may(roles, 'support', 'finance'),
    accounts: may(roles, 'support', 'admin'),
    approvals: may(roles, 'support', 'finance'),
    artworks: may(roles, 'content'),
    artists: may(roles, 'content'),
    drops: may(roles, 'content'),
  }
  return (Object.keys(open) as GroupName[]).filter((name) => open[name])
}

export const searchFilter = defineFilter({ search: text })

export const searchHref = (lang: string, search: string) =>
  `/${lang}/profile/desk/search/${searchFilter.query({ search })}`
