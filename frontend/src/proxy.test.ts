import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proxy } from './proxy'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const respond = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://gallery.test${path}`, { headers }))
const rewritten = async (path: string, headers?: Record<string, string>) =>
  (await respond(path, headers)).headers.get('x-middleware-rewrite')

/** The data API knows one slug of each kind. */
const knows = (slug: string) =>
  fetched.mockImplementation(async (_, { body }) => {
    const { variables } = JSON.parse(body as string)
    return Response.json({
      data: { found: variables.slug === slug ? { __typename: 'Artwork', id: '1' } : null },
    })
  })
const nowhere = 'http://gallery.test/en/404/not-found/'

test.each([
  ['/en/artworks', 308, '/en/artworks/'],
  ['/artworks?sort=title', 307, '/en/artworks/?sort=title'],
])('%s is redirected once', async (path, status, to) => {
  const { status: given, headers } = await respond(path)
  expect(given).toBe(status)
  expect(new URL(headers.get('location') ?? '').href).toBe(`http://gallery.test${to}`)
})

test.each(['/en/%ff/', '/%ff', '/profile/%c3%28/'])("%s can't be decoded and is not found", async (path) => {
  expect(await rewritten(path)).toBe(nowhere)
})

test.each([
  '/en/artworks/none-9/',
  '/en/artworks/none-9/checkout/success/',
  '/en/artists/none-9/',
  '/en/drops/none-9/',
  '/en/blog/none-9/',
  '/en/curators/none-9/',
  '/en/none/',
])('%s is not found, because the data API has nothing there', async (path) => {
  knows('tide-1')
  expect(await rewritten(path)).toBe(nowhere)
})

test.each(['/en/artworks/tide-1/', '/en/artworks/tide-1/checkout/'])('%s has a page', async (path) => {
  knows('tide-1')
  expect(await rewritten(path)).toBeNull()
})

test('something that was found is looked up once a minute', async () => {
  knows('moon-2')
  vi.useFakeTimers()
  await respond('/en/drops/moon-2/')
  await respond('/en/drops/moon-2/')
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 60_001)
  knows('another-3')
  expect(await rewritten('/en/drops/moon-2/')).toBe(nowhere)
  vi.useRealTimers()
})

test.each(['/en/', '/en/artworks/', '/en/profile/orders/', '/en/profile/any/thing/'])(
  '%s needs no data API',
  async (path) => {
    expect(await rewritten(path)).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  },
)

test('the data of a navigation inside the site is not looked up', async () => {
  expect(
    await rewritten('/en/artworks/none-9/', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }),
  ).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('a page that the service worker requests is looked up', async () => {
  knows('tide-1')
  const headers = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }
  expect(await rewritten('/en/artworks/none-9/', headers)).toBe(nowhere)
})

test('a page is shown where the data API fails, and none of them retries', async () => {
  fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
  expect(await rewritten('/en/artworks/none-9/')).toBeNull()
  fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
  expect(await rewritten('/en/artworks/none-9/')).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('public pages carry the tags of what they show, other pages none', async () => {
  knows('tide-1')
  const keys = async (path: string) => (await respond(path)).headers.get('surrogate-key')
  expect(await keys('/en/artworks/tide-1/')).toBe('artworks categories artwork:1')
  expect(await keys('/en/artworks/none-9/')).toBeNull()
  expect(await keys('/en/artworks/tide-1/checkout/')).toBeNull()
  expect(await keys('/en/profile/')).toBeNull()
})

test.each([
  ['/en/', 'no-cache'],
  ['/en/artworks/', 'no-cache'],
  ['/en/artworks/?page=2', 'no-cache'],
  ['/en/artists/', 'no-cache'],
  ['/en/artists/?page=2', 'no-cache'],
  ['/en/curators/', 'no-cache'],
  ['/en/drops/', 'no-cache'],
  ['/en/drops/?page=2', 'no-cache'],
  ['/en/blog/', 'no-cache'],
  ['/en/artworks/tide-1/', 'no-cache'],
  ['/en/collectors/ada/', 'no-cache'],
  ['/en/tv/', 'no-cache'],
  ['/en/artworks/tide-1/checkout/', null],
  ['/en/profile/collection/', null],
  ['/en/reviews/', null],
  ['/en/login/', null],
])('a browser may keep %s for going back: %s', async (path, cache) => {
  knows('tide-1')
  expect((await respond(path)).headers.get('cache-control')).toBe(cache)
})
