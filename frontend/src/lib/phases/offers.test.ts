import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offerOf, type Phase, saleOf, type Window } from './model'

/** Random sales and what checkout does at some times: its TestOffers writes and checks them. */
const file = new URL('../../../../services/checkout/internal/api/testdata/offers.jsonl', import.meta.url)

interface Vector extends Window {
  phases: Phase[]
  at: { now: string; open: boolean; price: number; lowest: number; phase: string }[]
}

const sales: Vector[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const price = { amount: '125000', currency: 'USD' }

/** The catalog's rule, as of a time. */
const availabilityAt = (drop: Window, now: number) =>
  now < Date.parse(drop.startsAt)
    ? 'UPCOMING'
    : drop.endsAt && now >= Date.parse(drop.endsAt)
      ? 'NOT_FOR_SALE'
      : 'AVAILABLE'

test('pages promise what checkout charges, when it does', () => {
  let open = 0
  for (const { phases, at, startsAt, endsAt } of sales) {
    const drop = { startsAt, endsAt: endsAt ?? null }
    for (const vector of at) {
      const now = Date.parse(vector.now)
      // The catalog's status is compared with the same sales.
      if (vector.open) expect(saleOf(drop, phases, now).status).toBe('LIVE')
      const catalog = availabilityAt(drop, now)
      // A page may be older than the start or the end of the drop, and a card doesn't know them.
      for (const [availability, window] of [
        ['AVAILABLE', drop],
        [catalog, drop],
        [catalog, null],
      ] as const) {
        const offer = offerOf({ id: '42', availability, price }, window, phases, now)
        const where = `${vector.now} in ${JSON.stringify({ drop, phases, availability, window })}`
        expect(offer.open, where).toBe(vector.open)
        if (!offer.open) continue
        open++
        expect(Number(offer.price?.amount), where).toBe(vector.price)
        expect(Number(offer.auction?.auction?.lowest ?? 0), where).toBe(vector.lowest)
        expect(offer.phase?.id ?? '', where).toBe(vector.phase)
        // Until its end it stays as it is, to the millisecond.
        const last = Math.min(offer.until, now + 86_400_000) - 1
        expect(
          { ...offerOf({ id: '42', availability, price }, window, phases, last), until: offer.until },
          where,
        ).toEqual(offer)
      }
    }
  }
  expect(open).toBeGreaterThan(100)
})
