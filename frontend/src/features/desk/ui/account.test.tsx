// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Account } from './account'

const id = '01900000-0000-7000-8000-0000aaaa1111'
const sessionId = '01900000-0000-7000-8000-0000bbbb2222'
const at = '2026-11-25T12:00:00Z'
let account: Record<string, unknown>
/** The artists that are linked to the account's email address; null if reading them fails. */
let links: object[] | null
let refusal: Response | undefined
const sent: [string, unknown][] = []

const summary = (blocked: boolean) => ({
  id,
  email: 'ada@example.org',
  emailVerified: true,
  wallets: [],
  roles: [],
  blocked,
  disabled: false,
  createdAt: at,
})

beforeEach(() => {
  sent.length = 0
  refusal = undefined
  links = []
  account = {
    account: summary(false),
    hasIdentity: true,
    wallets: [],
    passkeys: 2,
    credentialsChangedAt: null,
    sessions: [
      {
        id: sessionId,
        current: false,
        browser: 'Firefox',
        system: 'Linux',
        network: '',
        createdAt: at,
        usedAt: at,
      },
    ],
    actions: [],
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href)
    if (pathname === '/graphql') {
      if (!links) return Response.json({ errors: [{ message: 'unavailable' }], data: null })
      const found = { __typename: 'ArtistLinkPage', items: links }
      return Response.json({ data: { byId: { ...found, items: [] }, byEmail: found } })
    }
    if (pathname.endsWith('/profiles'))
      return Response.json({ items: [{ ownerId: id, name: 'Ada Lovelace' }] })
    if (init.method !== 'POST') return Response.json(account)
    sent.push([pathname, JSON.parse(String(init.body))])
    if (refusal) return refusal
    if (pathname.endsWith('/block')) account = { ...account, account: summary(true), sessions: [] }
    return Response.json(account)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('an account is blocked after a reason, and the page says what that means', async () => {
  render(<Account lang="en" id={id} roles={['admin']} />)
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  press('Block account')
  const form = screen.getByRole('form', { name: 'Block account' })
  expect(document.activeElement).toBe(within(form).getByLabelText('Why'))
  press('Block account')
  expect(await within(form).findByText('Enter a reason.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(within(form).getByLabelText('Why'), { target: { value: ' Chargebacks ' } })
  press('Block account')
  expect(await screen.findByText('This account is blocked')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('The account is blocked.'))
  expect(sent).toEqual([[`/api/desk/accounts/${id}/block`, { reason: 'Chargebacks' }]])
  expect(screen.getByText('Not logged in anywhere.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unblock account' })).toBeTruthy()
})

test('an already ended session is reported as ended', async () => {
  refusal = Response.json(
    { error: { code: 'not_found', message: 'Not found.', details: {} } },
    { status: 404 },
  )
  render(<Account lang="en" id={id} roles={['support']} />)
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  press(/^End session/)
  fireEvent.change(screen.getByLabelText('Why'), { target: { value: 'Stolen phone' } })
  fireEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'End session' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(sent).toEqual([[`/api/desk/accounts/${id}/sessions/${sessionId}/end`, { reason: 'Stolen phone' }]])
})

test.each([
  ['support', false, false],
  ['admin', true, false],
  ['staff', false, true],
])('what %s may do', async (role, blocks, links) => {
  render(<Account lang="en" id={id} roles={[role]} />)
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  expect(screen.queryByRole('button', { name: 'Block account' }) !== null).toBe(blocks)
  expect(screen.queryByRole('button', { name: 'Check the link' }) !== null).toBe(links)
  expect(screen.queryByRole('link', { name: 'Orders of this account' }) !== null).toBe(role !== 'admin')
})

test('the artists of an account are named, with the account that a link moves to', async () => {
  const link = (artistId: string, name: string, next: string | null) => ({
    __typename: 'ArtistLink',
    published: true,
    artistId,
    slug: `artist-${artistId}`,
    name,
    accountId: id,
    email: 'ada@example.org',
    since: at,
    next,
    nextAt: next && at,
  })
  links = [link('3', 'Ada Brien', 'Two@example.org'), link('5', 'Marit Solheim', 'Ada@example.org')]
  render(<Account lang="en" id={id} roles={['support']} />)
  const artist = await screen.findByRole('link', { name: 'Ada Brien' })
  expect(artist.getAttribute('href')).toContain('/en/artists/artist-3')
  expect(artist.closest('li')!.textContent).toMatch(/linked since .*\. Moves to Two@example\.org on /)
  expect(screen.getByRole('link', { name: 'Marit Solheim' }).closest('li')!.textContent).toMatch(
    /, moves here on /,
  )
})

test('linked artists that could not be loaded are reported', async () => {
  links = null
  render(<Account lang="en" id={id} roles={['finance']} />)
  expect(
    await screen.findByText(/^Linked artists could not be loaded/, {}, { timeout: 15_000 }),
  ).toBeDefined()
})
