// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import type { CollectorPage, Holding } from '../model'
import { Settings } from './settings'

const holding = (tokenId: string, title: string, inWallet = false): Holding => ({
  tokenId,
  title,
  artist: 'Iris Falk',
  edition: 3,
  editionSize: 25,
  inWallet,
})
const holdings = [holding('7000003', 'Tide'), holding('8000003', 'Gate'), holding('9000003', 'Furrow', true)]

const empty: CollectorPage = {
  name: '',
  displayName: '',
  text: '',
  published: false,
  indexed: false,
  hidden: false,
  works: [],
}
let stored: CollectorPage
let refusal: { status: number; code: string; message: string; details: Record<string, string> } | null
const sent: Omit<CollectorPage, 'hidden'>[] = []

beforeEach(() => {
  stored = empty
  refusal = null
  sent.length = 0
  queryClient.clear()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') {
      if (refusal) {
        const { status, ...error } = refusal
        return Response.json({ error }, { status })
      }
      sent.push(JSON.parse(init.body as string))
      stored = { ...stored, ...sent.at(-1) }
    }
    return Response.json(stored)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(list: Holding[] | null = holdings, problem = '') {
  const reload = vi.fn()
  render(<Settings lang="en" holdings={list} problem={problem} reload={reload} thumbnail={() => null} />)
  return reload
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const order = () => {
  const list = document.querySelector('ol')
  return list
    ? within(list)
        .queryAllByRole('textbox')
        .map((box) => box.closest('li')?.dataset.key)
    : []
}

test('a collector chooses works, moves them by keyboard, writes about one and makes the page public', async () => {
  show()
  expect(await screen.findByText('Your page is private.')).toBeTruthy()
  type('Display name', 'Ada’s wall')
  type('Address', 'Ada')
  expect(screen.getByText(/\/en\/collectors\/ada\//)).toBeTruthy()
  press('Add Tide, #3 of 25')
  press('Add Gate, #3 of 25')
  expect(order()).toEqual(['7000003', '8000003'])
  expect(screen.queryByText(/public blockchain/)).toBeNull()
  press('Add Furrow, #3 of 25')
  expect(screen.getByText(/public blockchain/)).toBeTruthy()

  const up = screen.getByRole('button', { name: 'Move up: Furrow, #3 of 25' })
  up.focus()
  fireEvent.click(up)
  expect(order()).toEqual(['7000003', '9000003', '8000003'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Furrow, #3 of 25')
  expect(screen.getByText('Furrow, #3 of 25 is now number 2 of 3.')).toBeTruthy()
  press('Move up: Furrow, #3 of 25')
  // The first work can't move up, so the focus moves to the other button.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: Furrow, #3 of 25')
  press('Remove Gate, #3 of 25')
  type('About Tide, #3 of 25', 'My first one.')
  fireEvent.click(screen.getByLabelText('Make my page public'))
  press('Save')
  expect(await screen.findByText('Saved. Your page is public.')).toBeTruthy()
  expect(sent).toEqual([
    {
      name: 'Ada',
      displayName: 'Ada’s wall',
      text: '',
      published: true,
      indexed: false,
      works: [
        { tokenId: '9000003', text: '' },
        { tokenId: '7000003', text: 'My first one.' },
      ],
    },
  ])
  expect(screen.getByRole('link', { name: 'View your page' })).toBeTruthy()
})

test('a server error is shown at its field, and no input is lost', async () => {
  show()
  await screen.findByText('Your page is private.')
  type('Address', 'vitrine')
  refusal = {
    status: 422,
    code: 'invalid',
    message: 'invalid fields',
    details: { name: 'This name is reserved. Choose another one.' },
  }
  press('Save')
  expect(await screen.findByText('This name is reserved. Choose another one.')).toBeTruthy()
  expect(screen.getByText('Nothing was saved yet. Check the fields above.')).toBeTruthy()
  refusal = { status: 409, code: 'collector_name_taken', message: 'This name is taken.', details: {} }
  type('Address', 'ada')
  expect(screen.queryByText(/reserved/)).toBeNull()
  press('Save')
  expect(await screen.findByText('This name is taken.')).toBeTruthy()
  expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe('ada')
})

test('works that left the collection are listed until they are removed', async () => {
  stored = {
    ...empty,
    works: [
      { tokenId: '5000001', text: 'gone' },
      { tokenId: '7000003', text: '' },
    ],
  }
  show()
  expect(await screen.findByText(/^One work on your page isn’t in your collection/)).toBeTruthy()
  press('Save')
  await waitFor(() =>
    expect(sent.at(-1)?.works?.map(({ tokenId }) => tokenId)).toEqual(['5000001', '7000003']),
  )
  press('Remove it')
  press('Save')
  await waitFor(() => expect(sent.at(-1)?.works?.map(({ tokenId }) => tokenId)).toEqual(['7000003']))
})

test('without the collection the texts can still be saved, and works stay as they are', async () => {
  stored = { ...empty, works: [{ tokenId: '7000003', text: 'kept' }] }
  const reload = show(null, 'The server can’t be reached.')
  expect(await screen.findByText('The server can’t be reached.')).toBeTruthy()
  press('Try again')
  expect(reload).toHaveBeenCalled()
  type('Display name', 'Ada')
  press('Save')
  await waitFor(() => expect(sent.at(-1)?.works).toEqual([{ tokenId: '7000003', text: 'kept' }]))
})

test('a page that staff hid says so', async () => {
  stored = { ...empty, name: 'ada', displayName: 'Ada', published: true, hidden: true }
  show([])
  expect(await screen.findByText(/^Our team has taken this page down/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View your page' })).toBeNull()
  expect(screen.getByText(/^You don’t own any works yet/)).toBeTruthy()
})
