// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Gift } from '../calls'
import { OrderGift } from './order-gift'

const gift = (more: Partial<Gift>) =>
  ({
    id: 'order-1',
    email: 'bo@example.org',
    message: '',
    status: 'waiting',
    emailedAt: '2026-11-01T10:00:00Z',
    emailsLeft: 4,
    endedAt: null,
    to: '',
    name: '',
    transfer: null,
    acceptFrom: null,
    refusedEmail: '',
    ...more,
  }) as Gift
const state = vi.hoisted(() => ({ gift: null as unknown }))
vi.mock('@/lib/query', async (original) => ({
  ...(await original<typeof import('@/lib/query')>()),
  useRead: () => ({ data: state.gift, problem: '' }),
}))
afterEach(cleanup)

const page = () => <OrderGift lang="en" order="order-1" given={gift({})} />

test('a giver reads whether the address refused the email, and can then change it', () => {
  state.gift = gift({})
  const { rerender } = render(page())
  expect(screen.getByText(/waiting to be accepted\. We emailed the link/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Send the email again' })).toBeDefined()

  state.gift = gift({ refusedEmail: 'bo@example.org' })
  rerender(page())
  expect(screen.queryByText(/We emailed the link/)).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('bo@example.org')
  expect(screen.getByRole('alert').textContent).toContain('refuses our emails')
  expect(screen.getByRole('button', { name: 'Change the address' })).toBeDefined()
})

test('a gift that has ended doesn’t say that its address refused an email', () => {
  state.gift = gift({ status: 'cancelled', endedAt: '2026-11-02T10:00:00Z', refusedEmail: 'bo@example.org' })
  render(page())
  expect(screen.queryByRole('alert')).toBeNull()
})
