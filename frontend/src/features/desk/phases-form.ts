import * as z from 'zod/mini'
import * as phase from '@/gen/fields/PhaseInput'
import * as schedule from '@/gen/fields/SavePhasesRequest'
import { defineForm, text, whole } from '@/lib/form'
import { decimalOf, formatMoney, type Money, parseMajor } from '@/lib/money'
import * as t from '@/messages/desk-phases'
import type { Drop, PhaseInput, Schedule, Work } from './phases-calls'

/** A phase as staff type it. Times are those of the visitor's zone, as a field of a browser has them. */
export interface PhaseFilled {
  /** Empty for a new phase. */
  id: string
  name: string
  kind: PhaseInput['kind']
  starts: string
  /** Empty for a phase that lasts until the drop ends. */
  ends: string
  /** Empty for no limit. */
  cap: string
  /** By the key of an artwork, empty for its own price. */
  prices: Record<string, string | undefined>
  /** By the key of an artwork: how its price falls in an auction; all empty for a fixed price. */
  falls: Record<string, FallFilled | undefined>
  /** One range a line. */
  tokens: string
}

/** An auction as staff type it. */
interface FallFilled {
  lowest: string
  step: string
  /** Seconds. */
  every: string
}

export type Auction = NonNullable<PhaseInput['prices'][number]['auction']>

export const isFilled = (fall: FallFilled | undefined): fall is FallFilled =>
  Boolean(fall && (fall.lowest.trim() || fall.step.trim() || fall.every.trim()))

/** An auction as it is sent, or what is wrong with it; null for a fixed price. */
export function fallOf(
  fall: FallFilled | undefined,
  start: bigint | null | undefined,
  currency: string,
): { auction: Auction } | { field: 'price' | keyof FallFilled; problem: string } | null {
  if (!isFilled(fall)) return null
  if (!start) return { field: 'price', problem: t.startPriceMissing }
  const lowest = parseMajor(fall.lowest, currency)
  if (!lowest || lowest >= start) return { field: 'lowest', problem: t.lowestWrong }
  const step = parseMajor(fall.step, currency)
  if (!step || step > start - lowest) return { field: 'step', problem: t.stepWrong }
  if ((start - lowest) / step >= 1000n) return { field: 'step', problem: t.stepSmall }
  const seconds = Number(fall.every)
  if (!/^\s*\d{1,6}\s*$/.test(fall.every) || seconds < 1 || seconds > 604_800)
    return { field: 'every', problem: t.everyWrong }
  return {
    auction: {
      lowest: String(lowest),
      step: String(step),
      intervalSeconds: seconds,
      status: '',
      lastPrice: '0',
    },
  }
}

export interface ScheduleFilled {
  phases: PhaseFilled[]
  note: string
}

/** The key of an artwork's price in the form, which takes a plain number for a place in a list. */
export const keyOf = (artworkId: string) => `w${artworkId}`

const two = (n: number) => String(n).padStart(2, '0')

/** "2026-11-26T18:00:00" in the visitor's zone. */
export function localOf(time: string | null | undefined): string {
  if (!time) return ''
  const at = new Date(time)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The moment of a text of the visitor's zone. A field that wasn't changed keeps the moment that it showed, to the microsecond. */
export function momentOf(text: string, stored?: string | null): string {
  if (stored && Date.parse(localOf(stored)) === Date.parse(text)) return stored
  return new Date(text).toISOString()
}

const tokenLine = /^(?:(\d{1,10}):)?(\d{1,18})(?:\s*-\s*(\d{1,18}))?(?:\s*@\s*(\d{1,18}))?$/

/** "41000001-41000025", with the chain before and the block behind where they matter; null for a line that is none. */
export function tokensOf(text: string): PhaseInput['tokens'] | null {
  const ranges: PhaseInput['tokens'] = []
  for (const line of text.split('\n').map((given) => given.trim())) {
    if (!line) continue
    const [, chain = '0', from, to = from, block = '0'] = tokenLine.exec(line) ?? []
    if (!from || !to || BigInt(from) === 0n || BigInt(to) < BigInt(from)) return null
    ranges.push({ chainId: Number(chain), tokenFrom: from, tokenTo: to, block })
  }
  return ranges
}

const tokenText = ({ chainId, tokenFrom, tokenTo, block }: PhaseInput['tokens'][number]) =>
  [
    chainId > 0 ? `${chainId}:` : '',
    tokenFrom,
    tokenTo === tokenFrom ? '' : `-${tokenTo}`,
    block === '0' ? '' : `@${block}`,
  ].join('')

/** The stored phases as the form shows them. */
export const filledOf = (
  { items }: Pick<Schedule, 'items'>,
  works: Pick<Work, 'id'>[] = [],
): ScheduleFilled => ({
  phases: items.map(({ phase, tokens }) => ({
    id: phase.id,
    name: phase.name,
    kind: phase.kind,
    starts: localOf(phase.startsAt),
    ends: localOf(phase.endsAt),
    cap: phase.cap === 0 ? '' : String(phase.cap),
    // Fields without a value have one too: the form compares them with these to see what changed.
    prices: Object.fromEntries([
      ...works.map(({ id }) => [keyOf(id), '']),
      ...phase.prices.map(({ artworkId, price }) => [keyOf(artworkId), decimalOf(price)]),
    ]),
    falls: Object.fromEntries([
      ...works.map(({ id }) => [keyOf(id), { lowest: '', step: '', every: '' }]),
      ...phase.prices.flatMap(({ artworkId, price, auction }) =>
        auction
          ? [
              [
                keyOf(artworkId),
                {
                  lowest: decimalOf({ ...price, amount: auction.lowest }),
                  step: decimalOf({ ...price, amount: auction.step }),
                  every: String(auction.intervalSeconds),
                },
              ],
            ]
          : [],
      ),
    ]),
    tokens: tokens.map(tokenText).join('\n'),
  })),
  note: '',
})

/** A new phase, which begins where the last one ends. */
export const newPhase = (last: PhaseFilled | undefined, opens: string): PhaseFilled => ({
  id: '',
  name: '',
  kind: 'public',
  starts: last ? last.ends : localOf(opens),
  ends: '',
  cap: '',
  prices: {},
  falls: {},
  tokens: '',
})

const priceOf = (text: string | undefined, own: Money | null | undefined) =>
  own && text?.trim() ? parseMajor(text, own.currency) : undefined

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** What must be true before the schedule is sent. The server checks it once more. */
export const scheduleSchema = (works: Work[]) =>
  z
    .object({
      phases: z
        .array(
          z.object({
            id: z.string(),
            name: text(phase.name, { too_small: t.nameMissing }),
            kind: phase.kind,
            starts: z.string().check(z.refine(isTime, t.startMissing)),
            ends: z.string().check(z.refine((typed) => typed === '' || isTime(typed), t.endWrong)),
            cap: whole(phase.cap, t.capWrong),
            prices: z.record(z.string(), z.optional(z.string())),
            falls: z.record(
              z.string(),
              z.optional(z.object({ lowest: z.string(), step: z.string(), every: z.string() })),
            ),
            tokens: z.string(),
          }),
        )
        .check(z.refine((phases) => schedule.items.safeParse(phases).success, t.tooManyPhases)),
      note: text(schedule.note),
    })
    .check(({ value: { phases }, issues }) => {
      const problem = (i: number, field: (string | number)[], message: string) =>
        issues.push({ code: 'custom', message, input: phases[i], path: ['phases', i, ...field] })
      for (const [i, phase] of phases.entries()) {
        if (phase.ends && Date.parse(phase.ends) <= Date.parse(phase.starts))
          problem(i, ['ends'], t.endBeforeStart)
        const tokens = phase.kind === 'holders' ? tokensOf(phase.tokens) : []
        if (tokens === null) problem(i, ['tokens'], t.tokensWrong)
        else if (phase.kind === 'holders' && tokens.length === 0) problem(i, ['tokens'], t.tokensMissing)
        for (const { id, purchasePrice } of works) {
          const price = priceOf(phase.prices[keyOf(id)], purchasePrice)
          if (price === null || price === 0n) problem(i, ['prices', keyOf(id)], t.priceWrong)
          const fall = purchasePrice && fallOf(phase.falls[keyOf(id)], price, purchasePrice.currency)
          if (!fall) continue
          if ('problem' in fall)
            problem(
              i,
              fall.field === 'price' ? ['prices', keyOf(id)] : ['falls', keyOf(id), fall.field],
              fall.problem,
            )
          else if (!phase.ends) problem(i, ['ends'], t.auctionEndMissing)
        }
        const clash = phases.findIndex((other, j) => j !== i && overlap(phase, other))
        if (clash >= 0) problem(i, ['starts'], t.overlaps(phases[clash]!.name.trim() || t.unnamed(clash + 1)))
      }
    })

export const scheduleForm = defineForm(scheduleSchema, { phases: [], note: '' } as ScheduleFilled)

/** Whether a phase begins while the other one is open. */
function overlap(phase: { starts: string }, other: { starts: string; ends: string }) {
  const start = Date.parse(phase.starts)
  return (
    start >= Date.parse(other.starts) &&
    start < (other.ends ? Date.parse(other.ends) : Number.POSITIVE_INFINITY)
  )
}

/** What is sent, in the order of the phases' start. */
export function inputOf(filled: ScheduleFilled['phases'], stored: Schedule, works: Work[]): PhaseInput[] {
  return filled
    .map((one): PhaseInput => {
      const before = stored.items.find(({ phase }) => phase.id === one.id)?.phase
      return {
        id: one.id,
        name: one.name.trim(),
        kind: one.kind,
        startsAt: momentOf(one.starts, before?.startsAt),
        endsAt: one.ends ? momentOf(one.ends, before?.endsAt) : null,
        endsWithDrop: !one.ends,
        cap: Number(one.cap),
        uncapped: Number(one.cap) === 0,
        prices: works.flatMap(({ id, purchasePrice }) => {
          const amount = priceOf(one.prices[keyOf(id)], purchasePrice)
          if (!amount || !purchasePrice) return []
          const { currency } = purchasePrice
          const fall = fallOf(one.falls[keyOf(id)], amount, currency)
          const price = { amount: String(amount), currency }
          return [{ artworkId: id, price, auction: fall && 'auction' in fall ? fall.auction : null }]
        }),
        tokens: one.kind === 'holders' ? (tokensOf(one.tokens) ?? []) : [],
      }
    })
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

/** When the last phase ends, if the drop is still open then; otherwise undefined. Nothing is sold from then on. */
export function endsEarly(plan: Pick<PhaseInput, 'endsAt'>[], drop: Pick<Drop, 'endsAt'>) {
  const end = plan.at(-1)?.endsAt
  return end && (!drop.endsAt || Date.parse(end) < Date.parse(drop.endsAt)) ? end : undefined
}

/** A phase in a sentence, before it is saved. */
export function summaryOf({ name, kind, startsAt, endsAt, cap, prices }: PhaseInput): string {
  const amounts = prices.map(({ price }) => price).sort((a, b) => Number(BigInt(a.amount) - BigInt(b.amount)))
  const [low] = amounts
  const high = amounts.at(-1)
  const money =
    low && high && (low === high ? formatMoney(low) : t.fromTo(formatMoney(low), formatMoney(high)))
  const auctions = prices.flatMap(({ price, auction }) =>
    auction ? t.falls(formatMoney(price), formatMoney({ ...price, amount: auction.lowest })) : [],
  )
  const whole = t.summary(name, t.kinds[kind], startsAt, endsAt ?? null, cap, money || t.ownPrices)
  return [whole, ...new Set(auctions)].join(' ')
}
