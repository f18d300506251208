// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Buyer } from '@/features/profile/use-buyer'
import { Area } from './area'

let bySignature = false
let roles: string[] = []
vi.mock('@/features/profile/use-buyer', () => ({
  useBuyer: () =>
    ({ session: { status: 'member', user: { sub: 'a', roles } }, bySignature }) as Partial<Buyer>,
}))

const request = {
  kind: 'token_withdrawal',
  subjectId: 'w1',
  approval: {
    summary: 'Withdraw Bifocal #1',
    details: [{ label: 'Edition', value: '#1' }],
    works: [{ title: 'Bifocal' }],
  },
  bySignature: true,
  typedData: '{}',
}
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  roles = []
  bySignature = false
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, location.href).pathname)
    return Response.json({ items: asked.at(-1) === '/api/approvals' ? [request] : [] })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const approvals = () => asked.filter((path) => path === '/api/approvals').length
const later = () => act(() => vi.advanceTimersByTimeAsync(20_000))

test.each(['collection', 'withdrawals'] as const)(
  'no signature is requested in the %s of an account that gets mail',
  async (section) => {
    bySignature = false
    render(<Area lang="en" section={section} />)
    await later()
    expect(asked).toContain('/api/withdrawals')
    expect(screen.queryByRole('button', { name: 'Approve with your wallet' })).toBeNull()
    if (section === 'collection') expect(approvals()).toBe(0)
  },
)

test.each([
  ['a collector', [], 0],
  ['an approver', ['approver'], 1],
] as const)('approvals of %s', async (_, has, lists) => {
  roles = [...has]
  render(<Area lang="en" section="approvals" />)
  await later()
  expect(asked).toContain('/api/approvals/log')
  expect(screen.queryAllByRole('heading', { name: 'Waiting for you' }).length).toBe(lists)
  expect(asked.includes('/api/approvals/waiting')).toBe(lists === 1)
})

test.each(['collection', 'withdrawals'] as const)(
  'an account without an address is asked for its signature in its %s, and again',
  async (section) => {
    bySignature = true
    render(<Area lang="en" section={section} />)
    expect(await screen.findByRole('button', { name: 'Approve with your wallet' })).toBeTruthy()
    await later()
    expect(approvals()).toBeGreaterThan(2)
  },
)

const offers = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Profile' })).queryByRole('link', { name }) !== null

test('only artists see the payout wallet; others get a link to it among the wallets', async () => {
  const collector = render(<Area lang="en" section="wallets" />)
  expect(offers('Wallets')).toBe(true)
  expect(offers('Payout wallet')).toBe(false)
  const way = await screen.findByRole('link', { name: 'your payout wallet' })
  expect(way.getAttribute('href')).toMatch(/^\/en\/profile\/payout-wallet\/?$/)
  collector.unmount()

  // The reader sees which page this is.
  const linked = render(<Area lang="en" section="payout-wallet" />)
  expect(offers('Payout wallet')).toBe(true)
  linked.unmount()

  roles = ['artist']
  render(<Area lang="en" section="collection" />)
  expect(offers('Payout wallet')).toBe(true)
})

test('the desk is for staff: others see a message, and nothing of it is read', async () => {
  const shopper = render(<Area lang="en" section="desk" order="o1" />)
  expect(screen.getByText(/This page is for gallery staff/)).toBeTruthy()
  expect(offers('Desk')).toBe(false)
  await later()
  expect(asked.filter((path) => path.startsWith('/api/desk/'))).toEqual([])
  shopper.unmount()

  roles = ['approver', 'artist']
  const others = render(<Area lang="en" section="desk" />)
  expect(offers('Desk')).toBe(false)
  expect(screen.getByText(/This page is for gallery staff/)).toBeTruthy()
  others.unmount()

  roles = ['support']
  const support = render(<Area lang="en" section="collection" />)
  expect(offers('Desk')).toBe(true)
  expect(offers('Payments to review')).toBe(false)
  support.unmount()

  roles = ['staff']
  render(<Area lang="en" section="collection" />)
  expect(offers('Desk')).toBe(true)
  expect(offers('Payments to review')).toBe(true)
  expect(screen.queryByText(/This page is for gallery staff/)).toBeNull()
})
