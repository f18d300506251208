// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Phase } from '@/lib/phases/model'
import { planOf } from '@/lib/phases/plan'
import { usePhasesNow } from '@/lib/phases/store'
import { OfferNow } from './offer-now'
import { PhaseGate, PriceNow, WhileOpen } from './phased'

vi.mock('next/navigation', () => ({ usePathname: () => '/en/artworks/gyre-24/' }))
vi.mock('@/lib/phases/watch', () => ({ watch: () => () => undefined }))

const now = Date.parse('2026-11-26T11:00:00Z')
const friends: Phase = {
  id: 'f',
  name: 'Friends',
  kind: 'allow_list',
  state: 'open',
  startsAt: '2026-11-26T10:00:00Z',
  endsAt: '2026-11-26T11:30:00Z',
  cap: 2,
  prices: [{ artworkId: '24', price: { amount: '9000', currency: 'USD' }, auction: null }],
  access: null,
}

const work = { id: '24', availability: 'AVAILABLE' as const, price: { amount: '12500', currency: 'USD' } }
const drop = { startsAt: '2026-11-26T09:00:00Z', endsAt: null }

/** The phases of drop 7 become known. */
const reply = (change: Partial<Phase>, ...later: Phase[]) =>
  act(async () => {
    usePhasesNow.setState({ plans: { 7: planOf([{ ...friends, ...change }, ...later], () => now) } })
    await import('./phase-offer')
  })

const show = (stays = false) =>
  render(
    <>
      <p>
        <OfferNow drop="7" work={{ ...work, availability: 'RESERVED', editionSize: 5 }}>
          $125, reserved
        </OfferNow>
      </p>
      <p>
        <PriceNow artworkId="24" drop="7" own={work.price} price="$125" />
      </p>
      <PhaseGate lang="en" work={work} drop="7" stays={stays} window={drop}>
        <a href="/checkout">Buy</a>
      </PhaseGate>
      <WhileOpen drop="7" work={work} window={drop}>
        <a href="/checkout">Buy at the foot</a>
      </WhileOpen>
    </>,
  )
const buy = () => screen.queryByRole('link', { name: 'Buy' })

afterEach(() => {
  cleanup()
  usePhasesNow.setState({ plans: {}, kept: {} })
})

test('shows the page’s price and Buy button until the phases load, then the phase’s price', async () => {
  show()
  expect(screen.getByText('$125, reserved')).toBeTruthy()
  expect(buy()).toBeTruthy()
  await reply({})
  expect(screen.getByText('$90, reserved now')).toBeTruthy()
  expect(screen.getByText('$90')).toBeTruthy()
  // Only a login shows if a visitor is on the list.
  expect(buy()).toBeTruthy()
  expect(screen.getByText(/^Friends: open for invited accounts/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.getByText('Ends in 30:00')).toBeTruthy()
})

test('an account without access sees why, and no Buy button', async () => {
  show()
  await reply({ access: { eligible: false, reason: 'not_on_list', bought: 0 } })
  expect(buy()).toBeNull()
  expect(screen.queryByRole('link', { name: 'Buy at the foot' })).toBeNull()
  expect(screen.getByText(/yours isn’t on the list/)).toBeTruthy()
})

test('a pause hides the Buy button until it ends', async () => {
  show()
  const access = { eligible: true, reason: '', bought: 1, left: 1 } as const
  await reply({ access, state: 'paused' })
  expect(buy()).toBeNull()
  expect(screen.getByText(/paused the sale for a moment/)).toBeTruthy()
  await reply({ access })
  expect(buy()).toBeTruthy()
  expect(screen.getByText('You can buy here · 1 of 2 left')).toBeTruthy()
})

test('before a drop opens its text stays beside the phase', async () => {
  show(true)
  await reply({ startsAt: '2026-11-26T11:10:00Z' })
  expect(buy()).toBeTruthy()
  expect(screen.getByText(/“Friends” opens/)).toBeTruthy()
})

test('a phase that starts before its drop opens with the drop', async () => {
  render(
    <PhaseGate
      lang="en"
      work={{ ...work, availability: 'UPCOMING' }}
      drop="7"
      stays
      window={{ startsAt: '2026-11-26T11:15:00Z', endsAt: null }}
    >
      <p>Upcoming</p>
    </PhaseGate>,
  )
  await reply({})
  expect(screen.getByText(/^Friends: for invited accounts/)).toBeTruthy()
  expect(screen.getByText('Opens in 15:00')).toBeTruthy()
})

test('an order keeps its price, whatever phase begins', async () => {
  show()
  await reply({})
  act(() =>
    usePhasesNow.setState({ kept: { 24: { money: { amount: '7000', currency: 'USD' }, text: '$70' } } }),
  )
  expect(screen.getByText('$70')).toBeTruthy()
})

const auction: Phase = {
  ...friends,
  id: 'a',
  name: 'Auction',
  kind: 'public',
  startsAt: '2026-11-26T12:00:00Z',
  endsAt: '2026-11-26T13:00:00Z',
  cap: 0,
  prices: [
    {
      artworkId: '24',
      price: { amount: '42000', currency: 'USD' },
      auction: { lowest: '10000', step: '1000', intervalSeconds: 60, status: 'settled', lastPrice: '10000' },
    },
  ],
}

test('the terms are those of the phase that sells, not of the auction after or before it', async () => {
  show()
  await reply({ kind: 'public' }, auction)
  expect(buy()).toBeTruthy()
  expect(screen.queryByText(/last price|difference/)).toBeNull()
  await reply(
    { ...auction, startsAt: '2026-11-26T09:00:00Z', endsAt: friends.startsAt },
    { ...friends, kind: 'public', prices: [] },
  )
  expect(buy()).toBeTruthy()
  expect(screen.getByText('$125')).toBeTruthy()
  expect(screen.queryByText(/Everyone pays/)).toBeNull()
})

test('a work that could not be bought when the page was rendered shows no Buy button before the phases load', async () => {
  render(
    <PhaseGate lang="en" work={work} drop="7" window={drop} open={false}>
      <a href="/checkout">Buy</a>
    </PhaseGate>,
  )
  expect(buy()).toBeNull()
  await reply({})
  expect(buy()).toBeTruthy()
})

test('after the last phase nothing can be bought', async () => {
  show()
  await reply({ endsAt: '2026-11-26T10:30:00Z' })
  expect(buy()).toBeNull()
  expect(screen.queryByRole('link', { name: 'Buy at the foot' })).toBeNull()
  expect(screen.getByText('The sale of this drop has ended.')).toBeTruthy()
  expect(screen.getByText('Drop ended')).toBeTruthy()
})
