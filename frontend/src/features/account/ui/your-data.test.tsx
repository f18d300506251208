// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { save } from '@/lib/save'
import { useStepUp } from '@/lib/session/step-up'
import { useAuth } from '@/lib/session/store'
import { AccountDeletion } from './account-deletion'
import { YourData } from './your-data'

vi.mock('@/lib/save', () => ({ save: vi.fn() }))

const at = '2026-01-02T03:04:05Z'
const request = (kind: string, state: string, reasons: string[] = []) => ({
  id: `${kind}-1`,
  kind,
  state,
  requestedAt: at,
  until: at,
  reasons,
})
let items: ReturnType<typeof request>[]
let reasons: string[]
let recent: boolean
const asked: { call: string; secret: string | null }[] = []

beforeEach(() => {
  items = []
  reasons = []
  recent = false
  asked.length = 0
  queryClient.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`
    const secret = new Headers(init.headers).get('approval-secret')
    asked.push({ call, secret })
    switch (call) {
      case 'GET /api/auth/data-requests':
        return Response.json({ items })
      case 'POST /api/auth/data-requests/export':
        items = [request('export', 'waiting')]
        return Response.json(items[0])
      case 'GET /api/auth/data-requests/export-1/export.zip':
        return recent
          ? new Response('zip')
          : Response.json(
              { error: { code: 'recent_login_required', message: 'Log in again.', details: {} } },
              { status: 403 },
            )
      case 'POST /api/auth/data-requests/deletion':
        if (reasons.length) return Response.json({ reasons })
        items = [request('deletion', 'unconfirmed')]
        return Response.json({ dataRequest: items[0], reasons })
      case 'DELETE /api/auth/data-requests/deletion-1':
        items = [request('deletion', 'cancelled')]
        return Response.json(items[0])
      case 'POST /api/auth/data-requests/link/confirm':
        if (secret === 'b'.repeat(43))
          return Response.json(
            { error: { code: 'not_found', message: 'Not found.', details: {} } },
            { status: 404 },
          )
        return Response.json(request('deletion', 'waiting'))
      default:
        return Response.json({}, { status: 500 })
    }
  })
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  useAuth.setState({ accessToken: null, accessTokenExpirationTimestamp: null })
  vi.unstubAllGlobals()
})

const patience = { timeout: 10_000 }

test('the download asks for a recent login and continues after it', { timeout: 60_000 }, async () => {
  useAuth.setState({ accessToken: 'token', accessTokenExpirationTimestamp: Date.now() + 60_000 })
  items = [request('export', 'done')]
  render(<YourData />)
  fireEvent.click(await screen.findByRole('link', { name: 'Download your data' }, patience))
  await vi.waitFor(() => expect(useStepUp.getState().need).toBe('login'), patience)
  expect(save).not.toHaveBeenCalled()
  recent = true
  useStepUp.getState().answer(true)
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), patience)
})

test('a copy is requested, prepared and downloaded', { timeout: 60_000 }, async () => {
  const first = render(<YourData />)
  fireEvent.click(await screen.findByRole('button', { name: 'Request your data' }, patience))
  expect(await screen.findByText(/We’re preparing your data/, {}, patience)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Request your data' })).toBeNull()
  first.unmount()
  queryClient.clear()
  items = [request('export', 'done')]
  render(<YourData />)
  const link = await screen.findByRole('link', { name: 'Download your data' }, patience)
  expect(link.getAttribute('href')).toBe('/api/auth/data-requests/export-1/export.zip')
})

test('a deletion is confirmed first, waits for the email, and can be cancelled', {
  timeout: 60_000,
}, async () => {
  render(<YourData />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete this account…' }, patience))
  expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText(/from the link we emailed you/, {}, patience)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the deletion' }))
  expect(await screen.findByRole('button', { name: 'Delete this account…' }, patience)).toBeTruthy()
})

test('what prevents a deletion is explained in sentences', { timeout: 60_000 }, async () => {
  reasons = ['You have works in our vault.']
  render(<YourData />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete this account…' }, patience))
  fireEvent.click(screen.getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText('You have works in our vault.', {}, patience)).toBeTruthy()
  expect(screen.getByText('This needs to end first')).toBeTruthy()
})

test('a deletion is confirmed by a button, not by opening the page', { timeout: 60_000 }, async () => {
  history.replaceState(null, '', `/en/account-deletion/#${'a'.repeat(43)}`)
  const page = render(<AccountDeletion lang="en" />)
  const button = await screen.findByRole('button', { name: 'Confirm the deletion' }, patience)
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), patience)
  expect(asked).toEqual([])
  fireEvent.click(button)
  expect(await screen.findByRole('heading', { name: 'Deletion confirmed' }, patience)).toBeTruthy()
  expect(asked.at(-1)).toEqual({
    call: 'POST /api/auth/data-requests/link/confirm',
    secret: 'a'.repeat(43),
  })
  page.unmount()
  history.replaceState(null, '', `/en/account-deletion/#${'b'.repeat(43)}`)
  render(<AccountDeletion lang="en" />)
  const again = await screen.findByRole('button', { name: 'Confirm the deletion' }, patience)
  await vi.waitFor(() => expect(again.hasAttribute('disabled')).toBe(false), patience)
  fireEvent.click(again)
  expect(await screen.findByRole('heading', { name: 'This link isn’t valid' }, patience)).toBeTruthy()
})
