import { afterEach, expect, test, vi } from 'vitest'
import { finders, groupsFor, searchHref } from './search-calls'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['support', ['orders', 'accounts', 'approvals']],
  ['finance', ['orders', 'approvals']],
  ['admin', ['accounts']],
  ['content', ['artworks', 'artists', 'drops']],
  ['staff', ['orders', 'accounts', 'approvals', 'artworks', 'artists', 'drops']],
  ['artist', []],
])('%s sees its groups', (role, groups) => expect(groupsFor([role])).toEqual(groups))

test('a group shows a few results and links to the full list', async () => {
  const order = (n: number) => ({
    id: `01900000-0000-7000-8000-0000aaaa000${n}`,
    status: 'completed',
    artworkTitle: 'First',
    editionNumber: 2,
    editionSize: 5,
    buyerName: 'Ada',
    email: '',
  })
  let items = [1, 2, 3, 4, 5].map(order)
  vi.stubGlobal('fetch', async () => Response.json({ items, nextCursor: '' }))
  const { signal } = new AbortController()
  const whole = await finders.orders('en', 'ada', signal)
  expect(whole.hits[0]).toEqual({
    href: '/en/profile/desk/orders/01900000-0000-7000-8000-0000aaaa0001/',
    title: 'aaaa0001',
    about: 'Completed · First, edition 2 of 5 · Ada',
  })
  expect(whole.all).toBeUndefined()
  items = [1, 2, 3, 4, 5, 6].map(order)
  const part = await finders.orders('en', 'ada', signal)
  expect(part.hits).toHaveLength(5)
  expect(part.all).toBe('/en/profile/desk/?search=ada')
})

test('the address has the search', () => {
  expect(searchHref('en', ' ada ')).toBe('/en/profile/desk/search/?search=ada')
  expect(searchHref('en', ' ')).toBe('/en/profile/desk/search/')
})
