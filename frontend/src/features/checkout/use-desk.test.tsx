// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from './model'
import { useDesk } from './use-desk'

const router = { replace: () => {} }
vi.mock('next/navigation', () => ({ useRouter: () => router }))

let orders: Partial<Checkout>[]
let billed: { immediateDelivery: boolean }[]

const order = (id: string): Partial<Checkout> => ({
  id,
  status: 'reserved',
  artworkId: '24',
  paymentMethod: '',
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
})

/** The gallery, as far as a desk asks it: one order after the other, none of them paid. */
function answer(path: string, { method, body }: RequestInit) {
  if (path.endsWith('/card')) {
    billed.push(JSON.parse(String(body)))
    Object.assign(orders.find(({ id }) => path.includes(`/${id}/`))!, billed.at(-1))
    return Response.json({ redirectUrl: '#card' })
  }
  if (path !== '/api/checkouts') {
    const one = orders.find(({ id }) => path.endsWith(`/${id}`))!
    if (method === 'DELETE') one.status = 'cancelled'
    return Response.json(one)
  }
  if (method === 'POST') orders.unshift(order(`c${orders.length + 1}`))
  return Response.json(method === 'POST' ? orders[0] : { items: orders })
}

const desk = () =>
  renderHook(() =>
    useDesk({
      lang: 'en',
      artworkId: '24',
      artworkSlug: 'furrow-24',
      artworkChainId: 31337,
      termsVersion: '1',
      gate: 'open',
    }),
  ).result

beforeEach(() => {
  orders = []
  billed = []
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => answer(path, init))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('delivery at once is asked for one order: it survives the way to the card page and back, not the order', async () => {
  const first = desk()
  await waitFor(() => expect(first.current.searched).toBe(true))
  await act(() => first.current.accept(true))
  act(() => first.current.setImmediateDelivery(true))
  act(() => void first.current.pay())
  await waitFor(() => expect(billed).toMatchObject([{ immediateDelivery: true }]))
  cleanup()

  const back = desk()
  await waitFor(() => expect(back.current.immediateDelivery).toBe(true))
  await act(() => back.current.cancel())
  await waitFor(() => expect(back.current.checkout?.status).toBe('cancelled'))
  expect(back.current.immediateDelivery).toBe(false)

  await act(() => back.current.accept(true))
  expect(back.current.checkout?.id).toBe('c2')
  expect(back.current.immediateDelivery).toBe(false)
  act(() => void back.current.pay())
  await waitFor(() => expect(billed).toHaveLength(2))
  expect(billed[1]).toMatchObject({ immediateDelivery: false })
})

test('another tab, or another device, shows delivery at once as it was asked for; what is chosen there counts there', async () => {
  orders = [{ ...order('c1'), immediateDelivery: true }]
  const here = desk()
  await waitFor(() => expect(here.current.immediateDelivery).toBe(true))
  act(() => here.current.setImmediateDelivery(false))
  expect(here.current.immediateDelivery).toBe(false)
  await act(async () => here.current.look())
  expect(here.current.immediateDelivery).toBe(false)
  act(() => void here.current.pay())
  await waitFor(() => expect(billed).toMatchObject([{ immediateDelivery: false }]))
})

test('what was ticked before the edition was held counts for the order that is then made', async () => {
  const here = desk()
  await waitFor(() => expect(here.current.searched).toBe(true))
  act(() => here.current.setImmediateDelivery(true))
  await act(() => here.current.accept(true))
  expect(here.current.held).toBe(true)
  expect(here.current.immediateDelivery).toBe(true)
})
