// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Orders } from './orders'

const address = vi.hoisted(() => ({ query: 'status=completed' }))
vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(address.query) }))

const order = (number: string, title: string) => ({
  id: `01900000-0000-7000-8000-0000${number}`,
  status: 'completed',
  reason: '',
  email: 'ada@example.org',
  buyerName: '',
  artworkSlug: 'untitled',
  artworkTitle: title,
  editionNumber: 2,
  editionSize: 5,
  price: { amount: '125000', currency: 'USD' },
  paymentMethod: 'card',
  artistId: '7',
  artistName: 'Vera Molnar',
  createdAt: '2026-11-24T04:00:00Z',
  updatedAt: '2026-11-24T04:00:00Z',
})
const pages: Record<string, object> = {
  '': { items: [order('aaaa1111', 'First')], nextCursor: 'c2' },
  c2: { items: [order('bbbb2222', 'Second')], nextCursor: '' },
}
const read: string[] = []

beforeEach(() => {
  read.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, location.href)
    read.push(searchParams.getAll('status').join(','))
    return Response.json(pages[searchParams.get('cursor') ?? ''])
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the list is a table with headers, whose cells name their column for cards', async () => {
  render(<Orders lang="en" />)
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(2)
  const [head, body] = rows as [HTMLElement, HTMLElement]
  const columns = within(head)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(columns).toEqual(['Order', 'Status', 'Artwork', 'Artist', 'Buyer', 'Price', 'Created'])
  const link = within(within(body).getByRole('rowheader')).getByRole('link', { name: 'aaaa1111' })
  expect(link.getAttribute('href')).toBe('/en/profile/desk/orders/01900000-0000-7000-8000-0000aaaa1111')
  const cells = within(body).getAllByRole('cell')
  expect(cells.map(({ dataset }) => dataset.label)).toEqual(columns.slice(1))
  expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    'Completed',
    'First, edition 2 of 5',
    'Vera Molnar',
    'ada@example.org',
    '$1,250 by card',
  ])
  const artist = within(body).getByRole('link', { name: 'Vera Molnar' })
  expect(artist.getAttribute('href')).toBe('/en/artists/7')
  expect(read[0]).toBe('completed')
})

test('the next page follows the first', async () => {
  render(<Orders lang="en" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('2 orders')).toBeTruthy()
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'aaaa1111',
    'bbbb2222',
  ])
})
