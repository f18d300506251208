// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { first, href, pageOf, type RawParams } from '@/lib/params'
import { defineListing } from './define-listing'

const address = vi.hoisted(() => ({ search: {} }))
vi.mock('next/navigation', () => ({
  usePathname: () => '/en/things/',
  useSearchParams: () => new URLSearchParams(address.search),
  useRouter: () => ({ push: () => undefined, prefetch: () => undefined }),
}))

const things = ['Tide', 'Furrow', 'Rain']
const parse = (params: RawParams) => ({
  name: first(params, 'thingName') ?? '',
  kind: first(params, 'kind') ?? '',
  sort: first(params, 'sort') ?? '',
  page: pageOf(params),
})
const { generateMetadata, Page } = defineListing({
  segment: 'things',
  title: 'Things',
  description: async () => 'All things.',
  formats: { 'application/atom+xml': 'feed.xml' },
  parse,
  hrefOf: (path, { name, kind, sort, page }) => href(path, { thingName: name, kind, sort, page }),
  load: async ({ name, page }: ReturnType<typeof parse>) => {
    const items = things.filter((thing) => thing.includes(name))
    return { items, totalCount: items.length, page, pageCount: name ? 1 : 3 }
  },
  pictureOf: ([thing]) => ({ url: `/${thing}.jpg`, width: 1, height: 1, alt: '' }),
  count: (items) => `${items} things`,
  find: 'Find things',
  search: { key: 'name', name: 'thingName', placeholder: 'Name', chip: 'Name' },
  choices: ({ kind, sort }) => [
    {
      key: 'kind',
      name: 'kind',
      label: 'Kind',
      value: kind,
      options: [
        ['', 'All'],
        ['red', 'Red'],
      ],
      chip: kind && 'Red',
    },
    {
      key: 'sort',
      name: 'sort',
      label: 'Sort by',
      value: sort,
      options: [
        ['', 'Newest'],
        ['title', 'Title'],
      ],
    },
  ],
  show: (items) => (
    <ul role="list" aria-label="Found">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  ),
  none: 'No things.',
  Memory: () => null,
})

const at = (search: Record<string, string> = {}) => ({
  params: Promise.resolve({ lang: 'en' }),
  searchParams: Promise.resolve(search),
})
async function show(search: Record<string, string>) {
  address.search = search
  render(await Page(at(search)))
}

afterEach(cleanup)

test('a listing shows its count, its items and its pages', async () => {
  await show({ page: '2' })
  expect(screen.getByRole('heading', { level: 1, name: 'Things' })).toBeTruthy()
  expect(screen.getByText('3 things')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Found' })).getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toMatch(
    /\/en\/things\/?\?page=3$/,
  )
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('each active filter can be removed, an order is none, and removing one starts at the first page', async () => {
  await show({ thingName: 'Ti', kind: 'red', sort: 'title', page: '2' })
  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  const hrefs = chips.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(hrefs).toEqual([
    ['Name: Ti remove', expect.stringMatching(/\/en\/things\/?\?kind=red&sort=title$/)],
    ['Kind: Red remove', expect.stringMatching(/\/en\/things\/?\?thingName=Ti&sort=title$/)],
    ['Clear filters', expect.stringMatching(/\/en\/things\/?$/)],
  ])
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('Ti')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('title')
})

test('a listing without items says so', async () => {
  await show({ thingName: 'none' })
  expect(screen.getByText('No things.')).toBeTruthy()
})

test('each page has its canonical address; one with a filter has the first page’s', async () => {
  const plain = await generateMetadata(at({ page: '2' }))
  expect(plain).toMatchObject({
    description: 'All things.',
    alternates: { canonical: '/en/things/?page=2', types: { 'application/atom+xml': '/en/things/feed.xml' } },
    openGraph: { title: 'Things', images: [{ url: '/Tide.jpg' }] },
  })
  const filtered = await generateMetadata(at({ page: '2', kind: 'red' }))
  expect(filtered.alternates?.canonical).toBe('/en/things/')
})
