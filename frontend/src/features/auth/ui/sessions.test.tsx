// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoginAlert } from './login-alert'
import { Sessions } from './sessions'

const at = '2026-01-02T03:04:05Z'
const session = (id: string, browser: string) => ({
  id,
  current: id === 'mine',
  browser,
  system: browser && 'Linux',
  network: '203.0.113.0/24',
  createdAt: at,
  usedAt: at,
})
let items: ReturnType<typeof session>[]
let failing = 0
const asked: { call: string; secret: string | null }[] = []

beforeEach(() => {
  failing = 0
  asked.length = 0
  items = [session('mine', 'Firefox'), session('other', 'Safari'), session('third', '')]
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`
    asked.push({ call, secret: new Headers(init.headers).get('approval-secret') })
    if (failing)
      return Response.json(
        { error: { code: 'x', message: 'It went wrong.', details: {} } },
        { status: failing },
      )
    if (call === 'DELETE /api/auth/sessions/other') items = items.filter(({ id }) => id !== 'other')
    if (call === 'DELETE /api/auth/sessions') items = items.filter(({ current }) => current)
    return Response.json(call === 'GET /api/auth/sessions' ? { items } : {})
  })
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const patience = { timeout: 10_000 }

test('one session ends, then all others; this browser cannot end its own here', {
  timeout: 60_000,
}, async () => {
  render(<Sessions />)
  const end = await screen.findByRole('button', { name: /^End session: Safari on Linux/ }, patience)
  expect(screen.getByText('(this browser)')).toBeTruthy()
  expect(screen.getByText(/Unknown browser/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^End session/ })).toHaveLength(2)
  fireEvent.click(end)
  await vi.waitFor(() => expect(screen.queryByText(/Safari/)).toBeNull(), patience)
  fireEvent.click(screen.getByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('You’re logged in only here.', {}, patience)).toBeTruthy()
  expect(asked.map(({ call }) => call).filter((call) => call.startsWith('DELETE'))).toEqual([
    'DELETE /api/auth/sessions/other',
    'DELETE /api/auth/sessions',
  ])
})

test('a login is reported by a button, not by opening the page', { timeout: 60_000 }, async () => {
  const secret = 'a'.repeat(43)
  history.replaceState(null, '', `/en/login-alert/#${secret}`)
  render(<LoginAlert lang="en" />)
  const button = await screen.findByRole('button', { name: 'Log out everywhere' }, patience)
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), patience)
  expect(asked).toEqual([])
  failing = 422
  fireEvent.click(button)
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Nothing has changed.')
  failing = 0
  fireEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  const done = await screen.findByRole('heading', { name: 'You’re logged out everywhere' }, patience)
  expect(document.activeElement).toBe(done)
  expect(asked.at(-1)).toEqual({ call: 'POST /api/auth/login-alerts/link/report', secret })
})

test('a link that was used or cut off leads to the sessions', { timeout: 60_000 }, async () => {
  history.replaceState(null, '', '/en/login-alert/#cut-off')
  render(<LoginAlert lang="en" />)
  expect(await screen.findByRole('heading', { name: 'This link isn’t valid' }, patience)).toBeTruthy()
  cleanup()
  failing = 404
  history.replaceState(null, '', `/en/login-alert/#${'b'.repeat(43)}`)
  render(<LoginAlert lang="en" />)
  const button = await screen.findByRole('button', { name: 'Log out everywhere' }, patience)
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), patience)
  fireEvent.click(button)
  expect(await screen.findByRole('heading', { name: 'This link isn’t valid' }, patience)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Security' })).toBeTruthy()
})
