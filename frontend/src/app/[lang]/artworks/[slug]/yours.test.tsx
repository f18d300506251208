// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from '@/features/checkout/model'
import { useAuth } from '@/lib/session/store'
import { Yours } from './yours'

const token = (exp: number) =>
  `e30.${Buffer.from(JSON.stringify({ sub: 'a', exp })).toString('base64url')}.sig`
const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
const order = {
  id: 'c1',
  status: 'reserved',
  artworkId: '24',
  editionNumber: 3,
  editionSize: 25,
  paymentMethod: '',
  confirmations: 0,
  reason: '',
} as Checkout

let asked: number
let items: Partial<Checkout>[]

beforeEach(() => {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return Response.json({ items: items.map((item) => ({ ...order, now: minutes(0), ...item })) })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  useAuth.setState({ accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null })
})

function show() {
  render(
    <Yours lang="en" artworkId="24" artworkSlug="gyre-24">
      <p>Reserved now</p>
    </Yours>,
  )
}

const logIn = () =>
  useAuth.setState({
    accessToken: token(4_000_000_000),
    accessTokenExpirationTimestamp: Date.now() + 3_600_000,
  })

test('a visitor who is not logged in causes no request and sees the usual offer', async () => {
  items = [{ expiresAt: minutes(15) }]
  show()
  await act(async () => undefined)
  expect(screen.getByText('Reserved now')).toBeTruthy()
  expect(asked).toBe(0)
})

test('a buyer who holds the work gets a link to the payment until the hold ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  items = [{ expiresAt: minutes(15) }]
  logIn()
  show()
  const link = await screen.findByRole('link', { name: 'Continue to payment' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/artworks\/gyre-24\/checkout/)
  expect(screen.getByText(/^Held for you until/)).toBeTruthy()
  expect(screen.queryByText('Reserved now')).toBeNull()
  items = [{ status: 'expired', expiresAt: minutes(15) }]
  await act(() => vi.advanceTimersByTimeAsync(15 * 60_000 + 2000))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull())
  expect(screen.getByText('Reserved now')).toBeTruthy()
})

test('a hold of another work is ignored', async () => {
  items = [{ artworkId: '25', expiresAt: minutes(15) }]
  logIn()
  show()
  await waitFor(() => expect(asked).toBe(1))
  await act(async () => undefined)
  expect(screen.getByText('Reserved now')).toBeTruthy()
})

test('a paid order is shown, and a bought work links to the collection', async () => {
  items = [
    { status: 'confirming', paymentMethod: 'ether', expiresAt: minutes(15) },
    { id: 'c2', status: 'completed', editionNumber: 7, expiresAt: minutes(-60) },
    { id: 'c3', status: 'completed', editionNumber: 2, expiresAt: minutes(-90) },
    { id: 'c4', status: 'refunded', editionNumber: 1, expiresAt: minutes(-90) },
  ]
  logIn()
  show()
  const link = await screen.findByRole('link', { name: 'Track order' })
  expect(link.getAttribute('href')).toMatch(/checkout\/success\/?\?checkout=c1$/)
  expect(screen.getByText(/^You bought numbers 2 and 7 of 25\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your collection' })).toBeTruthy()
  expect(screen.queryByText('Reserved now')).toBeNull()
})
