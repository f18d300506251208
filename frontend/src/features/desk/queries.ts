import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { polled } from '@/lib/query'
import { listAccounts, listLinks, readAccount, readLinks } from './accounts-calls'
import { listApprovals } from './approvals-calls'
import type { ApprovalFilter } from './approvals-model'
import {
  countWithdrawals,
  listOrders,
  listRefusedEmails,
  readInvariants,
  readNextDrop,
  readOrder,
  readRelease,
  readToday,
} from './calls'
import { type OrderFilter, statusesOf } from './model'
import { listDrops, readDrop, readSchedule } from './phases-calls'
import { finders, type GroupName } from './search-calls'

const byCursor = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string }) => nextCursor || undefined,
}

const byPage = {
  initialPageParam: 1,
  getNextPageParam: ({ page, pageCount }: { page: number; pageCount: number }) =>
    page < pageCount ? page + 1 : undefined,
}

export const ordersQuery = ({ search, status }: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'orders', search, status],
    queryFn: ({ pageParam, signal }) => listOrders(search, statusesOf(status), pageParam, signal),
    ...byCursor,
  })

export const orderQuery = (id: string) =>
  polled({ queryKey: ['desk', 'order', id], queryFn: () => readOrder(id), every: 15_000 })

export const releaseQuery = (id: string) =>
  polled({ queryKey: ['desk', 'release', id], queryFn: () => readRelease(id), every: 15_000 })

export const todayQuery = polled({ queryKey: ['desk', 'today'], queryFn: readToday, every: 60_000 })

export const refusedEmailsQuery = polled({
  queryKey: ['desk', 'refused-emails'],
  queryFn: listRefusedEmails,
  every: 60_000,
})

export const withdrawalsQuery = polled({
  queryKey: ['desk', 'withdrawals'],
  queryFn: countWithdrawals,
  every: 60_000,
})

export const invariantsQuery = polled({
  queryKey: ['desk', 'invariants'],
  queryFn: readInvariants,
  every: 60_000,
})

/** Null is "none is announced", so the result is wrapped. */
export const nextDropQuery = polled({
  queryKey: ['desk', 'next drop'],
  queryFn: async (signal) => ({ drop: await readNextDrop(signal) }),
  every: 300_000,
})

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'accounts', search],
    queryFn: ({ pageParam, signal }) => listAccounts(search, pageParam, signal),
    ...byCursor,
  })

export const accountQuery = (id: string) =>
  polled({ queryKey: ['desk', 'account', id], queryFn: () => readAccount(id), every: 15_000 })

/** The artists of an account, by its ID or its verified email address. */
export const linksQuery = (id: string, email: string) =>
  queryOptions({ queryKey: ['desk', 'account', id, 'links', email], queryFn: () => readLinks(id, email) })

export const artistLinksQuery = infiniteQueryOptions({
  queryKey: ['desk', 'artist-links'],
  queryFn: ({ pageParam, signal }) => listLinks(pageParam, signal),
  ...byPage,
})

export const approvalsQuery = (filter: ApprovalFilter) =>
  queryOptions({
    queryKey: ['desk', 'approvals', filter],
    queryFn: ({ signal }) => listApprovals(filter, signal),
    placeholderData: keepPreviousData,
  })

export const dropsQuery = infiniteQueryOptions({
  queryKey: ['desk', 'drops'],
  queryFn: ({ pageParam, signal }) => listDrops(pageParam, signal),
  ...byPage,
})

export const dropQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'drop', id],
    queryFn: ({ signal }) => readDrop(id, signal),
    refetchOnWindowFocus: false,
  })

export const scheduleQuery = (id: string) =>
  polled({ queryKey: ['desk', 'phases', id], queryFn: (signal) => readSchedule(id, signal), every: 15_000 })

/** What a search finds in one group of the desk. */
export const searchQuery = (lang: string, group: GroupName, search: string) =>
  queryOptions({
    queryKey: ['desk', 'search', group, search],
    queryFn: ({ signal }) => finders[group](lang, search, signal),
  })
