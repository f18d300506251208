import type { DropSort, DropStatus } from '@/gen/graphql'
import { all, first, href, orderIn, pageOf, type RawParams } from '@/lib/params'
import type { Window } from '@/lib/phases/model'
import { formatDate, formatDateTime } from '@/lib/time'
import * as t from '@/messages/drop'

/** The default first. */
export const sorts: readonly [DropSort, string][] = [
  ['OPEN_FIRST', t.openNowFirst],
  ['NEWEST', t.newest],
  ['OLDEST', t.oldest],
  ['TITLE', t.titleAToZ],
]

export const statuses: readonly [DropStatus, string][] = [
  ['UPCOMING', t.upcoming],
  ['LIVE', t.live],
  ['ENDED', t.ended],
]

interface DropsQuery {
  search: string
  status: DropStatus | ''
  sort: DropSort
  page: number
}

export function parseDrops(params: RawParams): DropsQuery {
  const upper = (key: string) => all(params, key)[0]?.toUpperCase()
  return {
    search: (first(params, 'search') ?? '').slice(0, 200),
    status: statuses.find(([value]) => value === upper('status'))?.[0] ?? '',
    sort: (sorts.find(([value]) => value === upper('sort')) ?? sorts[0]!)[0],
    page: pageOf(params),
  }
}

export const dropsHref = (path: string, { search, status, sort, page }: DropsQuery) =>
  href(path, {
    search,
    status: status.toLowerCase(),
    sort: orderIn(sorts, sort),
    page,
  })

/** When a drop sells, and its status then. */
interface Shown {
  status: DropStatus
  sale: Window
}

/** What the browser compares with the current phases. */
export const watchedOf = (drop: { id: string } & Window & Shown) => ({
  drop: { id: drop.id, startsAt: drop.startsAt, endsAt: drop.endsAt },
  sale: { startsAt: drop.sale.startsAt, endsAt: drop.sale.endsAt, status: drop.status },
})

/** When the drop is on sale, with its state: for cards, which have no badge. */
export function spanOf({ status, sale: { startsAt, endsAt } }: Shown) {
  switch (status) {
    case 'UPCOMING':
      return t.opensAt(formatDateTime(startsAt))
    case 'LIVE':
      return endsAt ? t.liveUntil(formatDateTime(endsAt)) : t.liveSince(formatDate(startsAt))
    case 'ENDED':
      return endsAt && formatDate(startsAt) !== formatDate(endsAt)
        ? t.period(formatDate(startsAt), formatDate(endsAt))
        : formatDate(startsAt)
  }
}

/**
 * "17 September to 8 October 2026 · 12 of 100 collected": the dates beside the status badge, which already says the state. A drop in which
 * nothing was collected shows only its dates.
 */
export function datesOf({
  status,
  sale,
  editionsSold,
  editionsTotal,
}: Shown & {
  editionsSold: number
  editionsTotal: number
}) {
  if (status === 'LIVE') {
    return sale.endsAt ? t.endsAt(formatDateTime(sale.endsAt)) : t.since(formatDate(sale.startsAt))
  }
  const span = spanOf({ status, sale })
  if (status === 'UPCOMING' || editionsSold === 0) return span
  const sold = t.collectedOf(editionsSold.toLocaleString('en-US'), editionsTotal.toLocaleString('en-US'))
  return `${span} · ${sold}`
}

/** The status badge. "Sold out" is shown only while the drop is live; afterwards its figures show it. */
export function badgeOf({
  status,
  editionsSold,
  editionsTotal,
}: {
  status: DropStatus
  editionsSold: number
  editionsTotal: number
}) {
  if (status === 'LIVE' && editionsTotal > 0 && editionsSold >= editionsTotal) return t.soldOut
  return statuses.find(([value]) => value === status)?.[1] ?? status
}
