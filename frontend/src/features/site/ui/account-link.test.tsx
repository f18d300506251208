// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/lib/session/store'
import { AccountLink } from './account-link'

vi.mock('next/navigation', () => ({ usePathname: () => '/en/' }))

const token = (sub: string, seconds: number) =>
  `e30.${btoa(JSON.stringify({ sub, exp: Math.floor(Date.now() / 1000) + seconds }))}.sig`

function store(accessToken: string | null, refreshToken: string | null, seconds: number) {
  const state = { accessToken, refreshToken, accessTokenExpirationTimestamp: Date.now() + seconds * 1000 }
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
}
const fetched = vi.fn<() => Promise<Response>>()
const link = () => screen.getByRole('link').textContent

beforeEach(() => {
  localStorage.clear()
  useAuth.setState({
    accessToken: null,
    refreshToken: null,
    accessTokenExpirationTimestamp: null,
    failures: 0,
  })
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('shows Profile for an active session', async () => {
  store(token('a', 300), 'r', 300)
  render(<AccountLink lang="en" />)
  expect(link()).toBe('Profile')
  expect(fetched).not.toHaveBeenCalled()
})

test('never shows Profile for an expired session that the server refuses', async () => {
  store(token('a', -60), 'r', -60)
  fetched.mockImplementation(async () =>
    Response.json({ error: { code: 'session_gone', message: 'Gone.' } }, { status: 401 }),
  )
  const seen = new Set<string | null>()
  render(<AccountLink lang="en" />)
  await vi.waitFor(() => {
    seen.add(link())
    expect(useAuth.getState().refused).toBe(true)
  })
  await act(async () => undefined)
  seen.add(link())
  expect([...seen]).toEqual(['Log in'])
})

test.each([
  ['an expired', token('a', -60), -60],
  ['a missing', null, 0],
])('%s access token beside a good refresh token becomes Profile', async (_, accessToken, seconds) => {
  store(accessToken, 'r', seconds)
  fetched.mockImplementation(async () => Response.json({ accessToken: token('b', 300) }))
  render(<AccountLink lang="en" />)
  expect(link()).toBe('Log in')
  await vi.waitFor(() => expect(link()).toBe('Profile'))
  expect(fetched).toHaveBeenCalledOnce()
})
