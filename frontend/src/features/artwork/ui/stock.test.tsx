// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EditionsLeft, InStock, Stock } from './stock'

const router = vi.hoisted(() => ({ refresh: vi.fn() }))
vi.mock('next/navigation', () => ({ useRouter: () => router }))

let stock: object
const fetched = vi.fn(async () =>
  Response.json({ data: { artwork: { __typename: 'Artwork', id: '4', ...stock } } }),
)
const dollars = (amount: string) => ({ __typename: 'Money', amount, currency: 'USD' })

// Loading it takes longer than a test waits for a text.
beforeAll(() => import('./stock-watch'))
beforeEach(() => {
  router.refresh.mockReset()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Each test has its own artwork, because they share the browser's client. */
let slug = 0
const show = () =>
  render(
    <Stock slug={`gyre-${++slug}`} availability="AVAILABLE" editionsAvailable={3} amount="120000">
      <InStock is={['AVAILABLE']}>Buy</InStock>
      <InStock is={['SOLD_OUT']}>Sold out</InStock>
      <EditionsLeft />
    </Stock>,
  )
const seen = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('a page shows what the server sent, and looks when it becomes visible', async () => {
  stock = { availability: 'AVAILABLE', editionsAvailable: 2, purchasePrice: dollars('120000') }
  const { container } = show()
  expect(container.textContent).toBe('Buy, 3 available')
  expect(fetched).not.toHaveBeenCalled()
  await seen()
  await screen.findByText(/Buy, 2 available/)
  expect(router.refresh).not.toHaveBeenCalled()
})

test('a sale in the meantime is shown, without a server render', async () => {
  stock = { availability: 'SOLD_OUT', editionsAvailable: 0, purchasePrice: dollars('120000') }
  show()
  await seen()
  await screen.findByText('Sold out')
  expect(screen.queryByText('Buy')).toBeNull()
  expect(router.refresh).not.toHaveBeenCalled()
})

test.each([
  ['another price', { availability: 'AVAILABLE', editionsAvailable: 3, purchasePrice: dollars('90000') }],
  ['no sale', { availability: 'NOT_FOR_SALE', editionsAvailable: 3, purchasePrice: null }],
])('%s is rendered by the server, once', async (_, changed) => {
  stock = changed
  const { container } = show()
  await seen()
  await vi.waitFor(() => expect(router.refresh).toHaveBeenCalled())
  await seen()
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(1))
  expect(router.refresh).toHaveBeenCalledTimes(1)
  expect(container.textContent).toBe('Buy, 3 available')
})

test('an open page looks every 15 seconds, and not while it is hidden', async () => {
  vi.useFakeTimers()
  stock = { availability: 'AVAILABLE', editionsAvailable: 3, purchasePrice: dollars('120000') }
  show()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(fetched).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(fetched).toHaveBeenCalledTimes(3)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetched).toHaveBeenCalledTimes(3)
  vi.restoreAllMocks()
})

test('if the data API fails the page stays unchanged', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fetched.mockImplementationOnce(async () => new Response('{}', { status: 400 }))
  const { container } = show()
  await seen()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(container.textContent).toBe('Buy, 3 available')
})
