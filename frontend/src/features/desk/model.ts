import type { Schemas } from '@/lib/api/client'
import { defineFilter, type FilterOf, someOf, text } from '@/lib/filter'
import { formatEther, formatMoney, parseMajor } from '@/lib/money'
import * as t from '@/messages/desk'

export type Summary = Schemas['DeskOrderSummary']
export type Story = Schemas['DeskOrder']
export type Today = Schemas['DeskToday']
export type Refundable = NonNullable<Story['refundable']>
export type Status = Summary['status']

/** The statuses that staff filter by, in groups: each status is in one. */
const groups = {
  attention: ['in_review', 'refund_failed', 'disputed'],
  paying: ['reserved', 'awaiting_payment', 'payment_failed'],
  confirming: ['payment_seen', 'confirming', 'reverted'],
  delivering: ['paid', 'delivering'],
  completed: ['completed'],
  refunds: ['refund_pending', 'refunded'],
  ended: ['expired', 'cancelled'],
} as const satisfies Record<string, readonly Status[]>

type Group = keyof typeof groups
export const groupNames = Object.keys(groups) as Group[]

export const orderFilter = defineFilter({ search: text, status: someOf(groupNames) })
export type OrderFilter = FilterOf<typeof orderFilter>

export const ordersHref = (lang: string, filter?: Partial<OrderFilter>) =>
  `/${lang}/profile/desk/${orderFilter.query(filter)}`

export const orderHref = (lang: string, id: string) => `/${lang}/profile/desk/orders/${id}/`

/** The public page of an artist: their number is enough, the page redirects to its name. */
export const artistHref = (lang: string, id: string) => `/${lang}/artists/${id}/`

export const dropsHref = (lang: string) => `/${lang}/profile/desk/drops/`
export const dropHref = (lang: string, id: string) => `${dropsHref(lang)}${id}/`

export const statusesOf = (names: Group[]): Status[] => names.flatMap((name) => groups[name])

/** The chosen groups with one added or removed. */
export const toggled = (chosen: Group[], name: Group): Group[] =>
  groupNames.filter((group) => (group === name) !== chosen.includes(group))

/** An order's number as buyers see it. */
export const shortOf = (id: string) => id.slice(-8)

/** Orders in each group that has any. */
export function countsOf(counts: Today['open']) {
  return groupNames
    .map((name) => {
      const within = counts.filter(({ status }) => (groups[name] as readonly Status[]).includes(status))
      return { name, orders: within.reduce((sum, { orders }) => sum + orders, 0) }
    })
    .filter(({ orders }) => orders > 0)
}

/** An email that an address refused. One that isn't about an order has no orderId. */
export type RefusedEmail = Schemas['RefusedEmail'] & { orderId?: string }

/** The latest email of each address, newest first. */
export function latestRefused(emails: RefusedEmail[]): RefusedEmail[] {
  const byAddress = new Map<string, RefusedEmail>()
  for (const email of emails.toSorted((a, b) => Date.parse(b.refusedAt) - Date.parse(a.refusedAt))) {
    const address = email.recipient.toLowerCase()
    if (!byAddress.has(address)) byAddress.set(address, email)
  }
  return [...byAddress.values()]
}

export type Invariants = Schemas['GetInvariantsResponse']

/** What is wrong, a sentence each. Empty if every promise holds. */
export const alarmsOf = (found: Invariants): string[] =>
  t.alarmNames.flatMap((name) => (found[name] > 0 ? [t.alarms[name](found[name])] : []))

/** What is in progress, a sentence each, with the age of the oldest. */
export const progressOf = ({ oldestUnresolved }: Invariants): string[] =>
  oldestUnresolved
    .filter(({ count }) => count > 0)
    .map(({ kind, count, seconds }) => t.progress[kind](count, t.age(Number(seconds))))

/** "$1,250" or "0.5 ETH": the money of a payment, a refund or a sum. A token's units have no known decimals. */
export function moneyOf(
  money: { amount?: Schemas['Money'] | null; wei: string; asset?: string },
  coin?: string,
) {
  if (money.amount) return formatMoney(money.amount)
  return money.asset ? money.wei : formatEther(money.wei, 6, coin)
}

/** A line of the ledger in its asset: the sign is kept. */
export function lineOf({ amount, asset }: Pick<Story['ledger'][number], 'amount' | 'asset'>) {
  if (!asset.startsWith('eip155:')) return formatMoney({ amount, currency: asset })
  return amount.startsWith('-') ? `-${formatEther(amount.slice(1), 6)}` : formatEther(amount, 6)
}

/** What an account of the ledger is called; its code if it isn't known. */
export const ledgerAccount = (code: string) =>
  t.ledgerAccounts[code.replace(/^(artist|buyer):[^:]+:/, '$1:')] ?? code

/** What happened to an order, oldest first: the steps of its status, and the acceptance of a gift. */
export function happened({ steps, order }: Pick<Story, 'steps' | 'order'>) {
  const all = steps.map(({ to, reason, actor, at }) => ({
    text: `${t.statuses[to as Status]}${reason && `, ${wordsOfCode(reason)}`}`,
    actor: actor as string,
    at,
  }))
  const accepted = order.gift?.acceptedAt
  if (accepted) {
    const later = all.findIndex(({ at }) => Date.parse(at) > Date.parse(accepted))
    const entry = { text: t.giftAccepted, actor: '', at: accepted }
    all.splice(later < 0 ? all.length : later, 0, entry)
  }
  return all
}

/** A stable code of the API, for people. */
export const wordsOfCode = (code: string) => code.replaceAll('_', ' ')

/** The minor units that staff typed, empty for an empty field, or null for anything that can't be refunded. */
export function amountOf(text: string, left: Schemas['Money']): string | null {
  if (!text.trim()) return ''
  const amount = parseMajor(text, left.currency)
  return amount === null || amount <= 0n || amount > BigInt(left.amount) ? null : amount.toString()
}

/** Whether a second member of staff must approve a refund. An empty amount is all that is left. */
export function needsSecond(refundable: Refundable, amount: string, address: string) {
  const alone = BigInt(refundable.alone || '0')
  if (refundable.paymentMethod === 'card') return BigInt(amount || (refundable.amount?.amount ?? '0')) > alone
  const other = address !== '' && address.toLowerCase() !== refundable.refundAddress.toLowerCase()
  return other || BigInt(refundable.wei) > alone
}

/** What a refund says before it is confirmed: how much, and where it goes. An empty amount is all that is left. */
export function sentenceOf(refundable: Refundable, amount: string, address: string, coin?: string) {
  if (refundable.paymentMethod === 'card' && refundable.amount) {
    const money = formatMoney({ ...refundable.amount, amount: amount || refundable.amount.amount })
    return { money, sentence: t.toCard(money) }
  }
  const money = formatEther(refundable.wei, 6, coin)
  return { money, sentence: t.toWallet(money, address || refundable.refundAddress) }
}
