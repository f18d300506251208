// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import type { CollectionImport, ImportCheck } from '../imports'
import { Imports } from './imports'

const push = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

const report = (columns: [string, boolean, string][], first: string[]) => ({
  encoding: 'UTF-8',
  guessed: false,
  separator: 'semicolons',
  rows: 2,
  header: ['Nummer', 'title'],
  columns: columns.map(([name, required, from]) => ({ name, required, from })),
  first: [{ line: 2, cells: first }],
})
const sound: ImportCheck = {
  artists: report([['id', true, 'Nummer']], ['1']),
  artworks: report(
    [
      ['id', true, 'Nummer'],
      ['title', true, 'title'],
    ],
    ['1', 'One'],
  ),
  problems: [],
  problemCount: 0,
  notices: [],
  preview: {
    unchanged: false,
    artworks: 2,
    newArtworks: 2,
    changedArtworks: 0,
    artists: 1,
    newArtists: 1,
    removed: 0,
    mostlyRemoved: false,
    pictureOrigins: [],
  },
}
const broken: ImportCheck = {
  ...sound,
  artworks: report(
    [
      ['id', true, ''],
      ['title', true, 'title'],
    ],
    ['', 'One'],
  ),
  problems: [
    {
      file: 'artworks',
      line: 1,
      column: 'id',
      problem: 'the column is missing',
      fix: 'Choose the column that has it.',
    },
  ],
  problemCount: 1,
  preview: null,
}
let shown: CollectionImport
let replies: Record<string, (body: Record<string, unknown>) => Response>
const sent: Record<string, unknown>[] = []
const json = (body: object, status = 200) => Response.json(body, { status })

beforeEach(() => {
  sent.length = 0
  push.mockReset()
  shown = {
    id: 'i1',
    name: 'museum',
    artistsFile: 'a.csv',
    artworksFile: 'w.csv',
    state: 'checked',
    email: 'editor@example.org',
    updatedAt: '2026-11-30T12:00:00Z',
    check: sound,
    done: 0,
    total: 4,
    written: 0,
    removed: 0,
    reason: '',
    retrying: false,
  }
  replies = {
    get: () => json(shown),
    put: () => json(shown),
    post: () => json(shown),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    if (path === '/api/desk/imports' && method === 'GET')
      return json({ items: [shown], fileBytes: 20_000_000, sentBytes: 6_000_000 })
    const body = init.body ? JSON.parse(String(init.body)) : {}
    if (method !== 'GET') sent.push({ method, path, ...body })
    return replies[method.toLowerCase()]!(body)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('both files are checked under a new id', async () => {
  render(<Imports lang="en" />)
  expect(await screen.findByText(/Each file has at most 20 MB/)).toBeTruthy()
  press('Check the files')
  expect(await screen.findByText('Enter a name such as city-museum.')).toBeTruthy()
  expect(screen.getAllByText('Choose a file.')).toHaveLength(2)
  expect(sent).toEqual([])

  fireEvent.change(screen.getByLabelText(/^Collection/), { target: { value: ' museum ' } })
  const choose = (label: string, text: string, name: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { files: [new File([text], name)] } })
  choose('Choose the file of artists', 'id,name\n', 'a.csv.gz') // packed already
  choose('Choose the file of artworks', 'id,title\n', 'w.csv.gz')
  press('Check the files')
  await waitFor(() => expect(push).toHaveBeenCalledOnce())
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    name: 'museum',
    artists: { name: 'a.csv.gz', content: btoa('id,name\n') },
    artworks: { name: 'w.csv.gz', content: btoa('id,title\n') },
  })
  expect(push).toHaveBeenCalledWith(
    `${String(sent[0]!.path).replace('/api/desk/imports/', '/en/profile/desk/content/imports/')}/`,
  )
})

test('a refusal is shown at its field', async () => {
  replies.put = () =>
    json(
      { error: { code: 'invalid', message: 'no', details: { name: 'the name of a source is short' } } },
      422,
    )
  render(<Imports lang="en" />)
  fireEvent.change(await screen.findByLabelText(/^Collection/), { target: { value: 'My museum' } })
  for (const label of ['Choose the file of artists', 'Choose the file of artworks'])
    fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(['id'], 'a.csv.gz')] } })
  press('Check the files')
  expect(await screen.findByText('the name of a source is short')).toBeTruthy()
  expect(screen.getByLabelText(/^Collection/).getAttribute('aria-invalid')).toBe('true')
})

test('earlier imports are listed', async () => {
  shown = { ...shown, state: 'done', written: 3, removed: 1, check: null }
  render(<Imports lang="en" />)
  expect((await screen.findByRole('link', { name: 'museum' })).getAttribute('href')).toMatch(
    /^\/en\/profile\/desk\/content\/imports\/i1/,
  )
  expect(screen.getByText('Imported: 3 entries added or changed, 1 taken off the site.')).toBeTruthy()
})

test('problems are a table, and another column is checked again', async () => {
  shown.check = broken
  render(<Imports lang="en" id="i1" />)
  const row = (await screen.findByText('the column is missing')).closest('tr')!
  expect(within(row).getByText('Artworks')).toBeTruthy()
  expect(within(row).getByText('Choose the column that has it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()

  const select = within(screen.getByRole('group', { name: 'Columns of w.csv' })).getByLabelText('id *')
  fireEvent.change(select, { target: { value: 'Nummer' } })
  expect(screen.getByText(/You chose other columns/)).toBeTruthy()
  replies.put = () => json({ ...shown, check: sound, updatedAt: '2026-11-30T12:01:00Z' })
  press('Check again')
  expect(await screen.findByText('No problems found')).toBeTruthy()
  expect(sent[0]).toMatchObject({
    name: 'museum',
    columns: {
      artists: [{ name: 'id', from: 'Nummer' }],
      artworks: [
        { name: 'id', from: 'Nummer' },
        { name: 'title', from: 'title' },
      ],
    },
  })
  expect(sent[0]).not.toHaveProperty('artists')
})

test('a sound collection is imported after a confirmation, with its progress and a summary', async () => {
  render(<Imports lang="en" id="i1" />)
  expect(await screen.findByText('2 artworks: 2 new, 0 changed. 1 artist: 1 new.')).toBeTruthy()
  expect(screen.getByText('One')).toBeTruthy()
  press('Import')
  expect(sent).toEqual([])
  const running: CollectionImport = { ...shown, state: 'running', done: 2, updatedAt: '2026-11-30T12:01:00Z' }
  replies.post = () => json(running)
  shown = { ...running, state: 'done', check: null, done: 4, written: 3 }
  press('Import the collection')
  expect(await screen.findByText('2 of 4 steps. Each artwork is read, then written.')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('2')
  expect(sent[0]).toMatchObject({ method: 'POST', allowRemovals: false })
  expect(await screen.findByText(/3 entries added or changed/, {}, { timeout: 4000 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the artworks' })).toBeTruthy()
})

test('an import that removes most of the collection says so', async () => {
  shown.check = { ...sound, preview: { ...sound.preview!, removed: 9, mostlyRemoved: true } }
  render(<Imports lang="en" id="i1" />)
  expect(await screen.findByText(/9 published entries aren’t in the files/)).toBeTruthy()
  press('Import')
  expect(screen.getByText(/Import only if the files are complete/)).toBeTruthy()
  press('Import, and take them off the site')
  await waitFor(() => expect(sent[0]).toMatchObject({ allowRemovals: true }))
})

test('an import that failed says why', async () => {
  shown = { ...shown, state: 'failed', reason: 'The files have 1 problem.', check: null }
  render(<Imports lang="en" id="i1" />)
  expect(await screen.findByText('The files have 1 problem.')).toBeTruthy()
})

test('an import that doesn’t exist says so', async () => {
  replies.get = () => json({ error: { code: 'not_found', message: 'no', details: {} } }, 404)
  render(<Imports lang="en" id="i1" />)
  expect(await screen.findByText(/This import doesn’t exist any more/)).toBeTruthy()
})
