// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Chips } from './chips'
import { defineList, List } from './define-list'
import { columnHelper } from './table'

const address = vi.hoisted(() => ({ query: '' }))
vi.mock('next/navigation', () => ({
  usePathname: () => '/en/things/',
  useSearchParams: () => new URLSearchParams(address.query),
}))

interface Thing {
  id: string
  name: string
}
interface Loaded {
  items: Thing[] | undefined
  totalCount?: number
  problem: string
  retry: () => void
  more?: { isLoading: boolean; load: () => void }
  pages?: { page: number; pageCount: number }
}

let loaded: Loaded
const thing = (id: string, name = id) => ({ id, name })
const column = columnHelper<Thing>()

const common = {
  id: 'things',
  path: ({ lang }: { lang: string }) => `/${lang}/things/`,
  filter: {
    of: (params: URLSearchParams) => ({
      kind: params.get('kind') ?? '',
      page: Number(params.get('page') ?? 1),
    }),
    query: ({ kind, page = 1 }: { kind?: string; page?: number }) => {
      const parts = [kind && `kind=${kind}`, page > 1 && `page=${page}`].filter(Boolean)
      return parts.length > 0 ? `?${parts.join('&')}` : ''
    },
  },
  useRows: () => loaded,
  idOf: ({ id }: Thing) => id,
  title: () => 'Things',
}

const things = defineList({
  ...common,
  find: () => 'Find things',
  controls: ({ kind }, go) => (
    <Chips
      legend="Kind"
      texts={{ '': 'Any', red: 'Red' }}
      isChosen={(name) => name === kind}
      onChoose={(name) => go({ kind: name })}
    />
  ),
  results: () => 'Things found',
  summary: (count, { more, filtered }) =>
    count === 0 ? (filtered ? 'None found' : 'None') : `${count}${more ? ' so far' : ''}`,
  row: ({ name }) => <a href={`/en/things/${name}/`}>{name}</a>,
})

const inTable = defineList({
  ...common,
  summary: (count) => `${count}`,
  table: {
    name: 'name',
    columns: ({ lang }) =>
      column.columns([
        column.accessor('name', { header: 'Name', cell: ({ getValue }) => `${lang} ${getValue()}` }),
      ]),
  },
})

beforeEach(() => {
  address.query = ''
  loaded = { items: undefined, problem: '', retry: vi.fn() }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (list: typeof things | typeof inTable = things) =>
  render(<List list={list} props={{ lang: 'en' }} />)

test('a failure can be tried again, and rows that were loaded stay', () => {
  loaded = { ...loaded, problem: 'It broke.' }
  const { rerender } = show()
  expect(screen.getByRole('alert').textContent).toContain('It broke.')
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button'))
  expect(loaded.retry).toHaveBeenCalledTimes(1)
  loaded = { ...loaded, items: [thing('a')] }
  rerender(<List list={things} props={{ lang: 'en' }} />)
  expect(screen.getByRole('link', { name: 'a' })).toBeTruthy()
})

test.each([
  ['', 'None'],
  ['kind=red', 'None found'],
  ['page=2', 'None'],
])('with the address “%s”, an empty list says “%s”', (query, words) => {
  address.query = query
  loaded = { ...loaded, items: [] }
  show()
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('a control changes the address, and starts at the first page', () => {
  address.query = 'kind=blue&page=3'
  const push = vi.spyOn(history, 'pushState')
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Red' }))
  expect(push).toHaveBeenLastCalledWith(null, '', '/en/things/?kind=red')
  fireEvent.click(screen.getByRole('button', { name: 'Any' }))
  expect(push).toHaveBeenLastCalledWith(null, '', '/en/things/')
})

test('pages are links that keep the filter', () => {
  address.query = 'kind=red&page=2'
  loaded = { ...loaded, items: [thing('a')], totalCount: 60, pages: { page: 2, pageCount: 3 } }
  show()
  const region = within(screen.getByRole('region', { name: 'Things found' }))
  expect(region.getByText('60')).toBeTruthy()
  expect(region.getByRole('link', { name: /Next/ }).getAttribute('href')).toMatch(/\?kind=red&page=3$/)
  expect(region.getByRole('link', { name: /Previous/ }).getAttribute('href')).toMatch(/\?kind=red$/)
})

test('more rows load on demand, and a row that moved to the next page is shown once', () => {
  const load = vi.fn()
  loaded = { ...loaded, items: [thing('a'), thing('b'), thing('b')], more: { isLoading: false, load } }
  show()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('2 so far')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(load).toHaveBeenCalledTimes(1)
})

test('a table names its rows and its cells', () => {
  loaded = { ...loaded, items: [thing('1', 'Tide')] }
  show(inTable)
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  expect(screen.getByRole('rowheader').textContent).toBe('en Tide')
})
