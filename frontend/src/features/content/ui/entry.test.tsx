// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '@/lib/apollo/browser'
import { useAuth } from '@/lib/session/store'
import { Entry } from './entry'

interface Sent {
  operationName: string
  variables: Record<string, unknown>
  token: string | null
}
const sent: Sent[] = []
let title = ''
let medium = ''
let status = ''
let refusal: object | null
/** The order of the drop's works. */
let works = ''

const fields = (of: string, published = status !== 'DRAFT') => [
  { __typename: 'ContentField', name: 'title', value: of },
  { __typename: 'ContentField', name: 'medium', value: medium },
  { __typename: 'ContentField', name: 'year', value: '2025' },
  { __typename: 'ContentField', name: 'category', value: 'image' },
  { __typename: 'ContentField', name: 'purchasePrice', value: '125000' },
  { __typename: 'ContentField', name: 'description', value: 'Rivers.' },
  { __typename: 'ContentField', name: 'works', value: works },
  { __typename: 'ContentField', name: 'published', value: String(published) },
]
const replies: Record<string, () => object> = {
  ContentEntry: () => ({
    currency: 'USD',
    contentEntry: {
      __typename: 'ContentEntry',
      kind: 'ARTWORK',
      id: '12',
      slug: 'tide-12',
      title,
      label: 'Ada Brien',
      status,
      publishedAt: '2026-01-01T00:00:00Z',
      edited: title !== 'Tide',
      fields: fields(title),
      categories: [{ __typename: 'ContentCategory', slug: 'image', name: 'Image' }],
      post: null,
    },
  }),
  ContentChanges: () => ({
    contentChanges: {
      __typename: 'ContentChangePage',
      items:
        title === 'Tide'
          ? []
          : [
              {
                __typename: 'ContentChange',
                id: '1',
                at: '2026-02-03T04:05:00Z',
                email: 'staff@example.org',
                action: 'update',
                before: fields('Tide'),
                after: fields(title),
              },
            ],
      totalCount: title === 'Tide' ? 0 : 1,
      page: 1,
      pageCount: title === 'Tide' ? 0 : 1,
    },
  }),
  UpdateArtwork: () => {
    title = (sent.at(-1)!.variables.input as { title: string }).title
    return { updateArtwork: { __typename: 'Artwork', id: '12', slug: 'x-12', title } }
  },
  DropWorks: () => ({
    contentEntry: {
      __typename: 'ContentEntry',
      artworks: ['3', '1', '2'].map((id) => ({
        __typename: 'Artwork',
        id,
        title: `Work ${id}`,
        artist: { __typename: 'Artist', id: '1', name: 'Ada Brien' },
        media: [],
      })),
    },
  }),
  UpdateDrop: () => {
    works = (sent.at(-1)!.variables.input as { works: string[] }).works.join(' ')
    return { updateDrop: { __typename: 'Drop', id: '12', slug: 'x-12', title } }
  },
  UnpublishDrop: () => ({ unpublishDrop: { __typename: 'Drop', id: '12' } }),
  UnpublishArtwork: () => {
    status = 'DRAFT'
    return { unpublishArtwork: { __typename: 'Artwork', id: '12', slug: 'x-12' } }
  },
}

beforeEach(async () => {
  sent.length = 0
  title = 'Tide'
  medium = 'Ink'
  status = 'PUBLISHED'
  refusal = null
  works = ''
  sessionStorage.clear()
  useAuth.setState({ accessToken: 'a-token', accessTokenExpirationTimestamp: Date.now() + 600_000 })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init.body))
    sent.push({ operationName, variables, token: new Headers(init.headers).get('authorization') })
    if (/^(Update|Unpublish)/.test(operationName) && refusal)
      return Response.json({ data: null, errors: [{ message: 'no', ...refusal }] })
    return Response.json({ data: replies[operationName]!() })
  })
  await browserClient().clearStore()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (folder: 'artworks' | 'drops' = 'artworks') =>
  render(
    <Entry lang="en" folder={folder} id="12" preview={(_, values) => <p>Preview of {values.title}</p>} />,
  )
/** A browser focuses what is clicked. */
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const typeTitle = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value } })
const mutations = () => sent.filter(({ operationName }) => !/^(Content|DropWorks)/.test(operationName))

test('staff change a title, see it in the history and restore the version before', async () => {
  open()
  await screen.findByRole('heading', { name: 'Tide' })
  expect(sent.every(({ token }) => token === 'Bearer a-token')).toBe(true)
  expect(await screen.findByText('Nobody has changed this entry here yet.')).toBeTruthy()
  typeTitle('Ebb')
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  press('Show preview')
  expect(screen.getByText('Preview of Ebb')).toBeTruthy()
  expect(screen.getByText('Save or discard your changes first.')).toBeTruthy()
  press('Save changes')
  expect(await screen.findByText('Saved. Visitors see it now.')).toBeTruthy()
  expect(mutations().map(({ variables }) => variables)).toEqual([
    { id: '12', input: { title: 'Ebb' }, before: [{ name: 'title', value: 'Tide' }] },
  ])
  expect(sessionStorage.length).toBe(0)

  const history = within(screen.getByRole('region', { name: 'History' }))
  expect(await history.findByText(/by staff@example.org/)).toBeTruthy()
  expect(history.getByText('Tide', { selector: 'del' })).toBeTruthy()
  expect(history.getByText('Ebb', { selector: 'ins' })).toBeTruthy()
  // The current version can't be restored, the one before the change can.
  press('Restore this version, before all changes')
  expect(document.activeElement?.textContent).toBe('Restore it')
  press('Restore it')
  expect(await screen.findByText('Restored.')).toBeTruthy()
  expect(mutations().at(-1)!.variables).toEqual({
    id: '12',
    input: { title: 'Tide' },
    before: [{ name: 'title', value: 'Ebb' }],
  })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Tide')
})

test('a server error is shown at its field, and the input stays', async () => {
  refusal = { message: 'invalid: title is taken', extensions: { code: 'BAD_USER_INPUT', field: 'title' } }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open()
  await screen.findByRole('heading', { name: 'Tide' })
  typeTitle('Ebb')
  press('Save changes')
  const problem = await screen.findByText('title is taken')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(field.getAttribute('aria-describedby')).toContain(problem.id)
  expect(field.value).toBe('Ebb')

  refusal = { extensions: { code: 'session_gone' } }
  press('Save changes')
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
  expect(field.value).toBe('Ebb')
})

test('somebody else’s change of the same field isn’t overwritten, and what was typed stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open()
  await screen.findByRole('heading', { name: 'Tide' })
  typeTitle('Ebb')
  title = 'Flow'
  medium = 'Chalk'
  refusal = { extensions: { code: 'conflict', fields: ['title'] } }
  press('Save changes')
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('Somebody else changed this while you were editing')).toBeTruthy()
  expect(notice.getByText('Flow', { selector: 'del' })).toBeTruthy()
  expect(notice.getByText('Ebb', { selector: 'ins' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Ebb')
  // Their other change isn't undone by saving this one.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Technique' }).value).toBe('Chalk')

  refusal = null
  press('Save changes')
  expect(await screen.findByText('Saved. Visitors see it now.')).toBeTruthy()
  expect(mutations().at(-1)!.variables).toEqual({
    id: '12',
    input: { title: 'Ebb' },
    before: [{ name: 'title', value: 'Flow' }],
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('unsaved changes are there again after a reload, until they are discarded', async () => {
  const first = open()
  await screen.findByRole('heading', { name: 'Tide' })
  typeTitle('Ebb')
  const leave = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leave)
  expect(leave.defaultPrevented).toBe(true)
  first.unmount()

  open()
  expect(await screen.findByText('Your unsaved changes are still here')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Ebb')
  press('Discard changes')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Tide')
  expect(screen.queryByText('Your unsaved changes are still here')).toBeNull()
  expect(sessionStorage.length).toBe(0)
  expect(mutations()).toEqual([])
})

test('unsaved changes of an earlier visit say what somebody else changed since', async () => {
  const first = open()
  await screen.findByRole('heading', { name: 'Tide' })
  typeTitle('Ebb')
  first.unmount()
  title = 'Flow'
  medium = 'Chalk'

  const second = open()
  await screen.findByRole('alert')
  second.unmount()
  open()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Somebody else changed this since you were here')
  expect(within(notice).getByText('Flow').tagName).toBe('DEL')
  expect(within(notice).getByText('Ebb').tagName).toBe('INS')
  // Their change of another field isn't shown as mine.
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  expect(screen.queryByText('Your unsaved changes are still here')).toBeNull()
  press('Save changes')
  expect(await screen.findByText('Saved. Visitors see it now.')).toBeTruthy()
  expect(mutations().at(-1)!.variables).toMatchObject({
    input: { title: 'Ebb' },
    before: [{ name: 'title', value: 'Flow' }],
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('unpublishing is confirmed first', async () => {
  open()
  await screen.findByRole('heading', { name: 'Tide' })
  press('Unpublish')
  expect(screen.getByText('Take this artwork off the site?')).toBeTruthy()
  expect(mutations()).toEqual([])
  press('Cancel')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpublish' }))
  press('Unpublish')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpublish the artwork' }))
  press('Unpublish the artwork')
  expect(await screen.findByText('It’s off the site.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Publish' })))
  expect(mutations()).toHaveLength(1)
})

test('a drop that sold stays, and the page says why', async () => {
  refusal = { extensions: { code: 'drop_sold' } }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open('drops')
  await screen.findByRole('heading', { name: 'Tide' })
  press('Unpublish')
  press('Unpublish the drop')
  expect((await screen.findByRole('alert')).textContent).toContain('were sold or are reserved')
  expect(mutations().map(({ operationName }) => operationName)).toEqual(['UnpublishDrop'])
  refusal = null
  press('Unpublish the drop')
  expect(await screen.findByText('It’s off the site.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('staff order the works of a drop', async () => {
  open('drops')
  await screen.findByRole('heading', { name: 'Tide' })
  const order = within(await screen.findByRole('group', { name: 'Order of the artworks' }))
  const shown = () => order.getAllByRole('listitem').map((item) => item.querySelector('em')?.textContent)
  expect(shown()).toEqual(['Work 3', 'Work 1', 'Work 2'])
  press('Move up: Work 2')
  expect(shown()).toEqual(['Work 3', 'Work 2', 'Work 1'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Work 2')
  expect(order.getByText('Work 2 is now number 2 of 3.')).toBeTruthy()
  press('Save changes')
  expect(await screen.findByText('Saved. Visitors see it now.')).toBeTruthy()
  expect(mutations().at(-1)!.variables).toEqual({
    id: '12',
    input: { works: ['3', '2', '1'] },
    before: [{ name: 'works', value: '' }],
  })
})
