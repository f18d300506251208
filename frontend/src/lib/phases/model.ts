import type { Schemas } from '@/lib/api/client'
import { formatMoney, type Money } from '@/lib/money'

/** A phase of a drop, as the API returns it. Its `state` is as of the response: `stateAt` returns the current one. */
export type Phase = Schemas['Phase']
export type PhaseState = Phase['state']

/** A current price with its text. */
export interface PriceNow {
  money: Money
  text: string
}

/** The phases of a drop at one time. */
export interface Plan {
  /** In the order of their start, with the states at this time. */
  phases: Phase[]
  /** The phase that sells or is paused, otherwise the next one; null after the last. */
  current: Phase | null
  /** By artwork: the price in the current phase, if the phase has its own price for it. */
  prices: Record<string, PriceNow>
  /** Why this visitor can't buy now and what to do; empty if they can, or if that depends on a login. */
  shut: string
  /** The time by the server's clock, in milliseconds. */
  now: () => number
}

export const startOf = ({ startsAt }: Pick<Phase, 'startsAt'>) => Date.parse(startsAt)
const endOf = ({ endsAt }: Pick<Phase, 'endsAt'>) => (endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY)

/** The state of a phase at a time. Whether it is paused is only known from the response. */
export function stateAt(phase: Phase, now: number): PhaseState {
  if (now < startOf(phase)) return 'upcoming'
  if (now >= endOf(phase)) return 'ended'
  return phase.state === 'paused' ? 'paused' : 'open'
}

export const isRunning = ({ state }: Pick<Phase, 'state'>) => state === 'open' || state === 'paused'

/** The current phase, which decides about buying. Phases never overlap. */
export const currentOf = (phases: Phase[]): Phase | null =>
  phases.find(isRunning) ?? phases.find(({ state }) => state === 'upcoming') ?? null

export type PhasePrice = Phase['prices'][number]

/** The interval of an auction's steps in milliseconds, and the number of steps until a time. */
function stepsOf(auction: NonNullable<PhasePrice['auction']>, starts: number, now: number) {
  const every = auction.intervalSeconds * 1000
  return { every, taken: Math.floor(Math.max(0, now - starts) / every) }
}

const afterSteps = (amount: string, { lowest, step }: NonNullable<PhasePrice['auction']>, steps: number) => {
  const price = BigInt(amount) - BigInt(step) * BigInt(steps)
  return price < BigInt(lowest) ? lowest : String(price)
}

/** Whether the auction of a price has ended. */
export const isOver = ({ auction }: PhasePrice) =>
  Boolean(auction && auction.status !== '' && auction.status !== 'selling')

/** The price that everyone pays in an auction that has ended; null until it is known, and if nothing was sold. */
export const lastPriceOf = ({ price, auction }: PhasePrice): Money | null =>
  auction && auction.lastPrice !== '0' ? { ...price, amount: auction.lastPrice } : null

/** The price of an artwork at a time in its phase: an auction falls step by step. The server has the same function. */
export function priceAt(one: PhasePrice, starts: number, now: number): Money {
  const { price, auction } = one
  if (!auction) return price
  return (
    lastPriceOf(one) ?? {
      ...price,
      amount: afterSteps(price.amount, auction, stepsOf(auction, starts, now).taken),
    }
  )
}

/** The time in milliseconds and the amount of the next lower price; null for a fixed price, at the lowest, and after the end. */
export function nextFall(one: PhasePrice, starts: number, now: number): { at: number; price: Money } | null {
  const { price, auction } = one
  if (!auction || isOver(one)) return null
  const { every, taken } = stepsOf(auction, starts, now)
  if (afterSteps(price.amount, auction, taken) === auction.lowest) return null
  return {
    at: starts + (taken + 1) * every,
    price: { ...price, amount: afterSteps(price.amount, auction, taken + 1) },
  }
}

/** An auction of an artwork: the current one, otherwise the one that ended last; null without one. */
export function auctionOf(phases: Phase[], artworkId: string): { phase: Phase; price: PhasePrice } | null {
  const found = phases.flatMap((phase) =>
    phase.prices
      .filter((price) => price.auction && price.artworkId === artworkId)
      .map((price) => ({ phase, price })),
  )
  return found.find(({ phase }) => phase.state !== 'ended') ?? found.at(-1) ?? null
}

/** When the price of a running auction falls next; infinity if none runs. */
export const nextPrice = (phases: Phase[], now: number) =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...phases
      .filter(isRunning)
      .flatMap((phase) =>
        phase.prices.map((price) => nextFall(price, startOf(phase), now)?.at ?? Number.POSITIVE_INFINITY),
      ),
  )

/** When the next phase begins or ends after a time; infinity after the last. */
export const nextChange = (phases: Phase[], now: number) =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...phases.flatMap((phase) => [startOf(phase), endOf(phase)]).filter((time) => time > now),
  )

/** The prices of a phase at a time; without a time, auctions have their starting price. */
export const pricesOf = (phase: Phase | null, now = 0): Record<string, PriceNow> =>
  Object.fromEntries(
    (phase?.prices ?? []).map((one) => {
      const money = priceAt(one, startOf(phase!), now)
      return [String(one.artworkId), { money, text: formatMoney(money) }]
    }),
  )

/** Whether the account may buy in a phase, if known; undefined for a visitor who isn't logged in. */
const mayBuy = ({ access }: Phase) => (access ? access.eligible && access.left !== 0 : undefined)

/** The first later phase in which the visitor may buy: everyone may in a public one. */
export const nextFor = (phases: Phase[], now: number) =>
  phases.find((phase) => startOf(phase) > now && (mayBuy(phase) ?? phase.kind === 'public'))

/** The price of an artwork outside of phases. */
export interface Priced {
  id: string
  price: Money | null
}

/** The lowest and the highest price of artworks in a phase; null if none is for sale. */
export function rangeOf(phase: Phase, works: readonly Priced[], now = 0): { low: Money; high: Money } | null {
  const own = pricesOf(phase, now)
  const prices = works.flatMap(({ id, price }) => own[id]?.money ?? price ?? [])
  // Prices of artworks that the page doesn't know count as well.
  const known = new Set(works.map(({ id }) => id))
  for (const [id, { money }] of Object.entries(own)) if (!known.has(id)) prices.push(money)
  prices.sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? -1 : 1))
  const [low] = prices
  const high = prices.at(-1)
  return low && high ? { low, high } : null
}

/** A phase limited to the drop's own window. */
export function within(phase: Phase, drop: { startsAt: string; endsAt: string | null }): Phase {
  const opens = startOf(phase) < Date.parse(drop.startsAt) ? drop.startsAt : phase.startsAt
  const closes = drop.endsAt && endOf(phase) > Date.parse(drop.endsAt) ? drop.endsAt : phase.endsAt
  return { ...phase, startsAt: opens, endsAt: closes }
}
