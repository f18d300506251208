// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from '../model'
import { type Shown, Success } from './success'

const state = vi.hoisted(() => ({ checkout: null as Checkout | null, calm: false }))
vi.mock('@/lib/session/use-session', () => ({ useSession: () => ({ status: 'member' }) }))
vi.mock('@/lib/use-config', () => ({ useConfig: () => null }))
vi.mock('../use-checkout', () => ({
  useCheckout: () => ({ checkout: state.checkout, missing: false, problem: '', look: () => {} }),
}))
vi.mock('../calls', () => ({ listCheckouts: async () => [], documentPath: () => '/' }))
vi.mock('@/ui/reduced-motion', () => ({ prefersReducedMotion: () => state.calm }))

const order = (status: Checkout['status']) =>
  ({
    id: 'order-12345678',
    artworkId: 74,
    artworkTitle: 'First Rain',
    artistName: 'Ada',
    editionNumber: 12,
    editionSize: 25,
    status,
    paymentMethod: 'card',
    price: { amount: '39500', currency: 'USD' },
    confirmations: 0,
  }) as unknown as Checkout

let shown: Shown
const page = () => (
  <Success
    lang="en"
    artworkId="74"
    artworkSlug="first-rain-74"
    email="ada@example.org"
    live={false}
    room={(now) => {
      shown = now
      return <div data-testid="room">{now.words}</div>
    }}
    picture={() => null}
    share={() => null}
    card={() => null}
    film={() => null}
  />
)
beforeEach(() => {
  state.calm = false
  window.history.replaceState(null, '', '/?checkout=order-12345678')
})
afterEach(cleanup)

test('the frame is empty until the edition is minted, then the work grows, then its label hangs there', () => {
  state.checkout = order('paid')
  const { rerender } = render(page())
  expect(shown).toMatchObject({ edition: 12, stage: 'empty' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you')
  expect(screen.getByRole('list', { name: 'Progress' })).toBeDefined()

  state.checkout = order('completed')
  rerender(page())
  expect(shown.stage).toBe('growing')
  expect(screen.getByRole('status').textContent).toBe('The work is in your collection.')
  act(() => shown.onGrown())
  expect(shown.stage).toBe('whole')
  expect(screen.getByTestId('room').textContent).toContain('First Rain 12/25 is yours')

  act(() => screen.getByRole('button', { name: 'Watch it again' }).click())
  expect(shown).toMatchObject({ stage: 'growing', turn: 1 })
})

test('a completed order that is opened later shows the work at once', () => {
  state.checkout = order('completed')
  render(page())
  expect(shown.stage).toBe('whole')
})

test('with reduced motion the finished work hangs there at once', () => {
  state.calm = true
  state.checkout = order('delivering')
  const { rerender } = render(page())
  state.checkout = order('completed')
  rerender(page())
  expect(shown.stage).toBe('whole')
})

test.each([
  ['refunded', 'We’ve refunded your payment'],
  ['disputed', 'Your bank disputes the payment'],
  ['in_review', 'We’re reviewing your payment'],
] as const)('%s is said plainly, without a wall', (status, heading) => {
  state.checkout = order(status)
  render(page())
  expect(screen.queryByTestId('room')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
})

test('the page says that it emailed the buyer, unless the address refused the email', () => {
  state.checkout = order('completed')
  const { rerender } = render(page())
  expect(screen.getByText(/We’ve emailed ada@example.org/)).toBeDefined()

  state.checkout = { ...order('completed'), refusedEmail: 'ada@example.org' }
  rerender(page())
  expect(screen.queryByText(/We’ve emailed/)).toBeNull()
  const alert = screen.getByText(/ada@example.org refuses our emails/)
  expect(alert.querySelector('a')?.getAttribute('href')).toMatch(/^\/en\/profile\/profile\/?$/)
})
