// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { currentOf, type Phase, pricesOf } from '@/lib/phases/model'
import { usePhasesNow } from '@/lib/phases/store'
import { shutOf } from '@/messages/phases'
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
  prices: [{ artworkId: '24', price: { amount: '9000', currency: 'USD' } }],
}

const drop = { startsAt: '2026-11-26T09:00:00Z', endsAt: null }

/** The phases of drop 7 become known. */
const reply = (change: Partial<Phase>) =>
  act(async () => {
    const phases = [{ ...friends, ...change }]
    const current = currentOf(phases)
    const plan = { phases, current, prices: pricesOf(current), shut: shutOf(phases, now), now: () => now }
    usePhasesNow.setState({ plans: { 7: plan } })
    await import('./phase-offer')
  })

const show = (stays = false) =>
  render(
    <>
      <p>
        <PriceNow artworkId="24" drop="7" price="$125" text="$125, reserved" />
      </p>
      <p>
        <PriceNow artworkId="24" drop="7" price="$125" />
      </p>
      <PhaseGate lang="en" artworkId="24" drop="7" stays={stays} window={drop}>
        <a href="/checkout">Buy</a>
      </PhaseGate>
      <WhileOpen drop="7">
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
  expect(screen.getByText('$90, reserved')).toBeTruthy()
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
  await reply({ state: 'upcoming' })
  expect(buy()).toBeTruthy()
  expect(screen.getByText(/“Friends” opens/)).toBeTruthy()
})

test('a phase that starts before its drop opens with the drop', async () => {
  render(
    <PhaseGate
      lang="en"
      artworkId="24"
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
