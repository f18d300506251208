import type { Availability, DropStatus } from '@/gen/graphql'
import type { Schemas } from '@/lib/api/client'
import type { Money } from '@/lib/money'

/** A phase of a drop, as the API returns it. Its `state` is as of the response: `stateAt` returns the current one. */
export type Phase = Schemas['Phase'] & {
  /** When its prices begin to fall, if the drop opens later than the phase: see `within`. */
  fallsFrom?: string
}
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
  /** `offerOf` now. */
  offer: (work: Work, drop?: Window | null) => Offer
  /** The price that the page shows of an artwork with this own price; null once the drop doesn't sell it any more. */
  price: (artworkId: string, own: Money | null) => PriceNow | null
  /** `saleOf` now. */
  sale: (drop: Window) => Sale
  /** Why this visitor can't buy now and what to do; empty if they can, or if that depends on a login. */
  shut: string
  /** The time by the server's clock, in milliseconds. */
  now: () => number
}

/** When a drop itself is open. */
export interface Window {
  startsAt: string
  endsAt?: string | null
}

/** What the catalog knows about an artwork: it doesn't know phases. */
export interface Work {
  id: string
  availability: Availability
  /** Its own price. */
  price: Money | null
}

/** An artwork as the data API returns it; `offer` is what its drop's phases make of it. */
export interface Offered {
  id: string
  availability: Availability
  purchasePrice: Money | null
  currentDropId: string | null
  offer?: Offer
}

export const workOf = ({ id, availability, purchasePrice }: Omit<Offered, 'currentDropId'>): Work => ({
  id,
  availability,
  price: purchasePrice,
})

/** The state of an artwork's sale at one time. Pages show nothing else about it. */
export interface Offer {
  availability: Availability
  /** Whether checkout sells it now, to the people that the phase is for. */
  open: boolean
  /** What it costs now, or once it opens. */
  price: Money | null
  /** The phase that sells or is paused, otherwise the next one; null outside of phases. */
  phase: Phase | null
  /** The auction of this price; null for a fixed one. */
  auction: PhasePrice | null
  /** When something of this changes, in milliseconds; infinity if no time is known. */
  until: number
}

/** The price that a page shows: null once the work isn't sold any more, undefined where nothing is known. */
export const priceIn = (offer: Pick<Offer, 'availability' | 'price'> | undefined) =>
  offer && (offer.availability === 'NOT_FOR_SALE' ? null : offer.price)

/** When a drop sells, with its phases, and its status now. */
export type Sale = Window & { status: DropStatus }

const startOf = ({ startsAt }: Window) => Date.parse(startsAt)
const endOf = ({ endsAt }: Pick<Window, 'endsAt'>) => (endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY)

/** When the prices of a phase begin to fall. */
export const fallsFrom = (phase: Phase) => Date.parse(phase.fallsFrom ?? phase.startsAt)

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

/** When the price of a running auction falls next; infinity if none runs. */
export const nextPrice = (phases: Phase[], now: number) =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...phases
      .filter(isRunning)
      .flatMap((phase) =>
        phase.prices.map((price) => nextFall(price, fallsFrom(phase), now)?.at ?? Number.POSITIVE_INFINITY),
      ),
  )

/** When the next phase begins or ends after a time; infinity after the last. */
export const nextChange = (phases: Phase[], now: number) =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...phases.flatMap((phase) => [startOf(phase), endOf(phase)]).filter((time) => time > now),
  )

/** The price of an artwork in a phase: the phase's own for it, otherwise the artwork's. */
export const listedIn = ({ prices }: Phase, artworkId: string) =>
  prices.find((price) => String(price.artworkId) === artworkId)

/**
 * The state of an artwork's sale at a time. The catalog's availability is for the time of the page; phases may close an available work.
 * Checkout has the same rules (Offer.At in order/offer.go), and the vectors of offers.test.ts compare both.
 */
export function offerOf(work: Work, drop: Window | null, phases: readonly Phase[], now: number): Offer {
  const { availability, price } = work
  const forSale = price !== null && availability !== 'NOT_FOR_SALE'
  const opens = drop && startOf(drop)
  const closes = drop ? endOf(drop) : Number.POSITIVE_INFINITY
  const offer: Offer = {
    availability,
    open: false,
    price,
    phase: null,
    auction: null,
    until: Number.POSITIVE_INFINITY,
  }
  if (!forSale) return offer
  const is = (state: Availability) => (availability === 'SOLD_OUT' ? availability : state)
  if (now >= closes) return { ...offer, availability: is('NOT_FOR_SALE') }
  if (phases.length === 0) {
    if (opens !== null && now < opens) return { ...offer, availability: is('UPCOMING'), until: opens }
    return { ...offer, open: availability === 'AVAILABLE', until: closes }
  }
  const limited = atTime(phases, drop, now)
  const phase = currentOf(limited)
  if (!phase) return { ...offer, availability: is('NOT_FOR_SALE') }
  const listed = listedIn(phase, work.id)
  if (listed && listed.price.currency !== price.currency)
    return { ...offer, availability: is('NOT_FOR_SALE') }
  const over = listed !== undefined && isOver(listed)
  const state = is(phase.state === 'upcoming' ? 'UPCOMING' : over ? 'SOLD_OUT' : availability)
  return {
    availability: state,
    open: state === 'AVAILABLE' && phase.state === 'open',
    price: listed ? priceAt(listed, fallsFrom(phase), Math.max(now, startOf(phase))) : price,
    phase,
    auction: listed?.auction ? listed : null,
    until: Math.min(nextChange(limited, now), nextPrice(limited, now)),
  }
}

/** When a drop sells: the drop's own window, limited by its first and its last phase. */
export function saleOf(drop: Window, phases: readonly Phase[], now: number): Sale {
  const limited = atTime(phases, drop, now)
  const [first] = limited
  const last = limited.at(-1)
  const startsAt = first?.startsAt ?? drop.startsAt
  const endsAt = phases.length > 0 ? (last ? last.endsAt : drop.startsAt) : drop.endsAt
  const status = now < Date.parse(startsAt) ? 'UPCOMING' : now < endOf({ endsAt }) ? 'LIVE' : 'ENDED'
  return { startsAt, endsAt: endsAt ?? null, status }
}

/** The phases of a drop inside its window, with their states at a time. */
export const atTime = (phases: readonly Phase[], drop: Window | null, now: number): Phase[] =>
  phases
    .map((phase) => (drop ? within(phase, drop) : phase))
    .filter((phase) => startOf(phase) < endOf(phase))
    .map((phase) => ({ ...phase, state: stateAt(phase, now) }))

/** Whether the account may buy in a phase, if known; undefined for a visitor who isn't logged in. */
const mayBuy = ({ access }: Phase) => (access ? access.eligible && access.left !== 0 : undefined)

/** The first later phase in which the visitor may buy: everyone may in a public one. */
export const nextFor = (phases: Phase[], now: number) =>
  phases.find((phase) => startOf(phase) > now && (mayBuy(phase) ?? phase.kind === 'public'))

/** The lowest and the highest price of artworks in a phase; null if none is for sale. */
export function rangeOf(
  phase: Phase,
  works: readonly Pick<Work, 'id' | 'price'>[],
  now = 0,
): { low: Money; high: Money } | null {
  const own = phase.prices.map((price) => priceAt(price, fallsFrom(phase), now))
  // Prices of artworks that the page doesn't know count as well.
  const prices = [...own, ...works.flatMap(({ id, price }) => (listedIn(phase, id) ? [] : (price ?? [])))]
  prices.sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? -1 : 1))
  const [low] = prices
  const high = prices.at(-1)
  return low && high ? { low, high } : null
}

/** A phase limited to the drop's own window. Its prices fall from its own start nevertheless. */
function within(phase: Phase, drop: Window): Phase {
  const startsAt = startOf(phase) < startOf(drop) ? drop.startsAt : phase.startsAt
  const endsAt = drop.endsAt && endOf(phase) > endOf(drop) ? drop.endsAt : phase.endsAt
  return { ...phase, startsAt, endsAt, fallsFrom: phase.startsAt }
}
