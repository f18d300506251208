// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import type { Schedule as Stored } from '../phases-calls'
import { Schedule } from './schedule'

const contentEntry = {
  id: '20',
  status: 'PUBLISHED',
  drop: {
    id: '20',
    slug: 'orbits-20',
    title: 'Orbits',
    startsAt: '2026-11-26T09:00:00Z',
    endsAt: null,
  },
  artworks: [{ id: '24', title: 'Gyre', purchasePrice: { amount: '12500', currency: 'USD' } }],
}
vi.mock('@/lib/apollo/browser', () => ({
  browserClient: () => ({ query: async () => ({ data: { contentEntry } }) }),
}))

let stored: Stored
const sent: { method: string; path: string; body: unknown }[] = []
let refusal: object | null

const friends = (state: string) => ({
  members: 2,
  tokens: [],
  phase: {
    id: 'f',
    name: 'Friends',
    kind: 'allow_list',
    state,
    startsAt: '2026-11-26T10:00:00Z',
    endsAt: '2026-11-26T12:00:00Z',
    cap: 1,
    prices: [],
  },
})

beforeEach(() => {
  sent.length = 0
  refusal = null
  stored = {
    dropId: '20',
    version: '3',
    now: '2026-11-26T11:00:00Z',
    items: [friends('open')],
    changes: [],
  } as unknown as Stored
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(stored)
    sent.push({ method, path, body: JSON.parse(String(body)) })
    return refusal ? Response.json(refusal, { status: 409 }) : Response.json({ ...stored, version: '4' })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async () => {
  render(<Schedule lang="en" id="20" />)
  await screen.findByRole('region', { name: 'Phases' })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a schedule is checked, summed up, and saved against the version that was read', async () => {
  await show()
  const unsaved = 'You have changes that aren’t saved.'
  expect(screen.queryByText(unsaved)).toBeNull()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '' } })
  expect(await screen.findByText(unsaved)).toBeTruthy()
  await press('Check the schedule')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Old friends' } })
  fireEvent.change(screen.getByLabelText('Price of Gyre'), { target: { value: '90.50' } })
  await press('Check the schedule')
  expect(await screen.findByText('Save one phase?')).toBeTruthy()
  expect(sent).toEqual([])
  await press('Save the schedule')
  expect(await screen.findByText('The schedule is saved.')).toBeTruthy()
  expect(screen.queryByText(unsaved)).toBeNull()
  expect(sent).toEqual([
    {
      method: 'PUT',
      path: '/api/desk/drops/20/phases',
      body: {
        version: '3',
        note: '',
        removeAll: false,
        items: [
          {
            id: 'f',
            name: 'Old friends',
            kind: 'allow_list',
            startsAt: '2026-11-26T10:00:00Z',
            endsAt: '2026-11-26T12:00:00Z',
            endsWithDrop: false,
            cap: 1,
            uncapped: false,
            prices: [{ artworkId: '24', price: { amount: '9050', currency: 'USD' }, auction: null }],
            tokens: [],
          },
        ],
      },
    },
  ])
})

test('an error is shown, and the input stays', async () => {
  refusal = {
    error: { code: 'phase_sold', message: 'A phase with orders can’t be deleted. End it instead.' },
  }
  await show()
  await press('Remove 1. Friends')
  expect(screen.getByText(/This drop has no phases/)).toBeTruthy()
  await press('Check the schedule')
  await screen.findByText('Sell to everyone, without phases?')
  await press('Save the schedule')
  expect((await screen.findByRole('alert')).textContent).toContain('End it instead')
  expect(screen.getByText(/This drop has no phases/)).toBeTruthy()
})

test('a schedule that someone else has saved since is not overwritten', async () => {
  await show()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } })
  stored = {
    ...stored,
    version: '4',
    items: [{ ...friends('open'), phase: { ...friends('open').phase, name: 'Theirs' } }],
    changes: [
      {
        action: 'save',
        phaseId: '',
        decidedBy: 'b',
        decidedByName: 'Bo',
        note: '',
        version: '4',
        at: stored.now,
      },
    ],
  } as unknown as Stored
  await queryClient.refetchQueries()
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has saved')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  await press('Load their schedule')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['open', 'Pause Friends', '/api/desk/phases/f/pause', 'Friends is paused.'],
  ['paused', 'Resume Friends', '/api/desk/phases/f/resume', 'Friends sells again.'],
])('a phase that is %s: %s, with a reason', async (state, name, path, said) => {
  stored.items = [friends(state)] as unknown as Stored['items']
  await show()
  const row = within(screen.getByRole('listitem', { name: 'Friends' }))
  await userEvent.click(row.getByRole('button', { name }))
  fireEvent.change(row.getByLabelText('Why'), { target: { value: ' A look. ' } })
  await userEvent.click(row.getByRole('button', { name }))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(sent).toEqual([{ method: 'POST', path, body: { note: 'A look.' } }])
})

test('a list shows its bad lines before it is saved', async () => {
  await show()
  const list = within(screen.getByRole('region', { name: 'List of Friends' }))
  expect(list.getByText('2 entries')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Replace the list' }))
  const account = '0190f6a0-0000-7000-8000-000000000001'
  fireEvent.change(list.getByLabelText('Accounts and wallets'), {
    target: { value: `${account}\nBob\n0x12` },
  })
  await userEvent.click(list.getByRole('button', { name: 'Check the list' }))
  expect(await list.findByText('1 entry is fine.')).toBeTruthy()
  expect(list.getByText(/^2 lines can’t be used/)).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Save 1 entry' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: '/api/desk/phases/f/members',
        body: { items: [{ accountId: account, wallet: '' }] },
      },
    ]),
  )
  expect(await screen.findByText('The list of Friends has 1 entry.')).toBeTruthy()
})
