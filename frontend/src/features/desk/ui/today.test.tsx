// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Today } from './today'

const today = {
  day: '2026-11-24T00:00:00Z',
  created: [],
  open: [],
  paid: [],
  refunded: [],
  openReviews: 0,
  pendingRefundRequests: 0,
}
let withdrawals: () => Response

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, location.href).pathname === '/api/desk/today' ? Response.json(today) : withdrawals(),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('withdrawals that wait for staff are counted', async () => {
  withdrawals = () => Response.json({ items: [{ id: 'w1' }, { id: 'w2' }] })
  render(<Today lang="en" />)
  const link = await screen.findByRole('link', { name: '2 withdrawals to check' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/reviews/)
})

test('without the count the link to them stays', async () => {
  withdrawals = () =>
    Response.json({ error: { code: 'forbidden', message: 'Staff only.', details: {} } }, { status: 403 })
  render(<Today lang="en" />)
  expect(await screen.findByRole('link', { name: 'Withdrawals to check' })).toBeTruthy()
})
