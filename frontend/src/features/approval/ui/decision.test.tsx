// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Decision } from './decision'

let member = true
vi.mock('@/lib/session/use-session', () => ({
  useSession: () => ({ status: member ? 'member' : 'anonymous', user: null }),
}))

const secret = 'Q1Ydm3VJxH0d8W0tq3oQm1yJt3o7l2yTqz6c7F_-abc'
const id = '01a204a8-01cf-7030-ad11-e75bb9759cac'
const work = {
  title: 'Long Furrow',
  artistName: 'Adaeze Nwokolo',
  editionNumber: 3,
  editionSize: 25,
  imageUrl: '/assets/7.webp',
}
const pending = {
  kind: 'token_withdrawal',
  status: 'pending',
  summary: 'Send Long Furrow, #3 of 25 to wallet 0xA',
  details: [{ label: 'To wallet', value: '0xA' }],
  expiresAt: '2099-11-22T00:00:00Z',
  asks: 'owner',
  waitsFor: 'owner',
  works: [work],
  cancelledWorks: [],
}
let state: object
const called: { call: string; secret: string | null }[] = []

beforeEach(() => {
  member = true
  state = pending
  called.length = 0
  history.replaceState(null, '', `/en/approve-token-withdrawal/#${secret}`)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, location.href)
    called.push({
      call: `${init?.method ?? 'GET'} ${pathname}`,
      secret: new Headers(init?.headers).get('approval-secret'),
    })
    if (pathname.endsWith('/approve'))
      state = { ...state, status: 'approved', waitsFor: '', decidedAt: '2026-11-21T00:00:00Z' }
    return 'error' in state ? Response.json(state, { status: 404 }) : Response.json(state)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => render(<Decision lang="en" path="/en/approve-token-withdrawal/" title="Approve" />)

test('a link shows the work and its secret is in a header, never in an address', async () => {
  const { container } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('status')).textContent).toContain('Approved')
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/assets/7.webp')
  expect(container.querySelector('figcaption')?.textContent).toBe('Adaeze Nwokolo, Long Furrow, #3 of 25')
  expect(called.map(({ call }) => call)).toContain('POST /api/approvals/link/approve')
  for (const { call, secret: sent } of called) {
    expect(sent).toBe(secret)
    expect(call).not.toContain(secret)
  }
})

test('a link about several works shows each of them, and one decision counts for all', async () => {
  const tide = { ...work, title: 'Slow Tide', editionNumber: 1, editionSize: 1, imageUrl: '' }
  state = { ...pending, summary: 'Send 2 works to wallet 0xA', works: [work, tide] }
  const { container } = open()
  const works = await screen.findByRole('list', { name: 'Works' })
  expect([...works.querySelectorAll('figcaption')].map((caption) => caption.textContent)).toEqual([
    'Adaeze Nwokolo, Long Furrow, #3 of 25',
    'Adaeze Nwokolo, Slow Tide, Unique',
  ])
  expect(container.querySelectorAll('img')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('status')).textContent).toContain('Each work will be sent')
})

test('works that the owner cancelled are listed apart, and the heading is about what is left', async () => {
  const tide = { ...work, title: 'Slow Tide', editionNumber: 1, editionSize: 1, imageUrl: '' }
  state = { ...pending, cancelledWorks: [tide] }
  open()
  expect(
    await screen.findByRole('heading', { name: 'Send Long Furrow, #3 of 25 to wallet 0xA' }),
  ).toBeTruthy()
  const cancelled = screen.getByRole('region', { name: 'Cancelled' })
  expect(cancelled.textContent).toContain('You cancelled this withdrawal. The work stays in our vault.')
  expect(cancelled.querySelector('figcaption')?.textContent).toBe('Adaeze Nwokolo, Slow Tide, Unique')
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
})

test('a link whose works were all cancelled says so and decides nothing', async () => {
  const both = [work, { ...work, title: 'Slow Tide' }]
  state = { ...pending, status: 'cancelled', waitsFor: '', works: [], cancelledWorks: both }
  open()
  expect(await screen.findByText('Cancelled by the person who requested it')).toBeTruthy()
  const status = screen.getByRole('status')
  expect(status.textContent).toContain('The works stay in our vault.')
  expect(screen.getByRole('list', { name: 'Cancelled' }).querySelectorAll('li')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the page of an approved withdrawal updates when the token arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  state = { ...pending, status: 'approved', waitsFor: '', decidedAt: '2026-11-21T00:00:00Z' }
  open()
  expect(await screen.findByText(/after its waiting time/)).toBeTruthy()
  state = { ...state, outcome: 'completed', outcomeAt: '2026-11-21T00:10:00Z', transactionHash: '0xabc' }
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  const status = screen.getByRole('status').textContent
  for (const text of ['Approved and delivered', 'now in the wallet', '21 November 2026, 00:10', '0xabc'])
    expect(status).toContain(text)
  const before = called.length
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(called.length).toBe(before)
})

test('an approver decides a request of the list with their session', async () => {
  history.replaceState(null, '', `/en/approve-payout-wallet-update/?request=${id}`)
  state = { ...pending, asks: 'approver', waitsFor: 'approver' }
  open()
  expect(await screen.findByText(/You decide as the second person/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByRole('status')
  expect(called[0]!.call).toBe(`GET /api/approvals/waiting/${id}`)
  expect(called.map(({ call }) => call)).toContain(`POST /api/approvals/waiting/${id}/approve`)
})

test('a request from the list needs a login', async () => {
  member = false
  history.replaceState(null, '', `/en/approve-payout-wallet-update/?request=${id}`)
  open()
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(called).toEqual([])
})

test.each([
  ['an unknown link', `#${secret}`],
  ['an address without a link', ''],
])('%s says where to look', async (_, hash) => {
  history.replaceState(null, '', `/en/approve-token-withdrawal/${hash}`)
  state = { error: { code: 'not_found', message: 'No.', details: {} } }
  open()
  expect(await screen.findByText(/This link isn’t valid/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'your approvals' }).getAttribute('href')).toMatch(
    /\/en\/profile\/approvals\/?/,
  )
})
