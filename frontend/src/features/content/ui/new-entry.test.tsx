// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { type Folder, folders } from '../model'
import { NewEntry, type UploadOf } from './new-entry'

const push = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

const sent: { body: Record<string, unknown>; key: string | null }[] = []
let reply: () => Response

beforeEach(() => {
  sent.length = 0
  push.mockReset()
  reply = () => Response.json({ id: '800000007', slug: 'x-800000007' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/api/desk/entry-choices')
      return Response.json({
        postCategories: [
          { value: 'press', name: 'Press' },
          { value: 'team', name: 'Team' },
        ],
        curators: [{ value: '4', name: 'Ines' }],
        categories: [{ value: 'image', name: 'Image' }],
        artists: [{ value: '3', name: 'Ada Brien' }],
        drops: [{ value: '9', name: 'Soon' }],
        picture: {
          types: ['image/png'],
          formats: 'PNG',
          bytes: 1000,
          size: '1 kB',
          pixels: 9,
          tooLarge: 'large',
          wrongType: 'wrong',
        },
      })
    sent.push({ body: JSON.parse(String(init.body)), key: new Headers(init.headers).get('idempotency-key') })
    return reply()
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const at = (local: string) => new Date(local).toISOString()

/** What is typed for each kind, and what is sent. */
const upload: UploadOf = ({ artistId, isFilled, error, onUploaded }) => (
  <>
    <button type="button" onClick={() => onUploaded(`upload-${artistId}`)}>
      {isFilled ? 'Replace it' : 'Upload it'}
    </button>
    {error}
  </>
)
const kinds: Record<Folder, { typed: [RegExp, string][]; body: object; button: string }> = {
  artworks: {
    typed: [
      [/^Title/, 'Harbour'],
      [/^Artist/, '3'],
      [/^Editions/, '7'],
      [/^Appears/, '2026-12-01T18:00'],
      [/^Drop/, '9'],
      [/^Description/, 'A quay'],
    ],
    body: {
      artwork: {
        title: 'Harbour',
        artistId: '3',
        category: 'image',
        editionSize: 7,
        publishedAt: at('2026-12-01T18:00'),
        dropId: '9',
        uploadId: 'upload-3',
        alt: 'A quay',
      },
    },
    button: 'Create the artwork',
  },
  posts: {
    typed: [
      [/^Title/, ' News '],
      [/^Category/, 'team'],
      [/^Date/, '2026-12-01T18:00'],
      [/^Author/, 'Ada'],
    ],
    body: { post: { title: 'News', category: 'team', author: 'Ada', date: at('2026-12-01T18:00') } },
    button: 'Create the post',
  },
  pages: {
    typed: [
      [/^Title/, 'Jobs'],
      [/^Address/, ''],
    ],
    body: { page: { title: 'Jobs', slug: '' } },
    button: 'Create the page',
  },
  artists: {
    typed: [[/^Name$/, 'Zoë Brien']],
    body: { artist: { name: 'Zoë Brien', sortName: '' } },
    button: 'Create the artist',
  },
  curators: {
    typed: [
      [/^Name/, 'Cur'],
      [/^Role/, 'Guest'],
    ],
    body: { curator: { name: 'Cur', role: 'Guest' } },
    button: 'Create the curator',
  },
  drops: {
    typed: [
      [/^Title/, 'Tides'],
      [/^Opens/, '2026-12-01T18:00'],
      [/^Ends/, '2026-12-08T18:00'],
      [/^Curator/, '4'],
    ],
    body: {
      drop: {
        title: 'Tides',
        startsAt: at('2026-12-01T18:00'),
        endsAt: at('2026-12-08T18:00'),
        curatorId: '4',
      },
    },
    button: 'Create the drop',
  },
}

test.each(folders)('one of the %s is created and then edited', async (folder) => {
  const { typed, body, button } = kinds[folder]
  render(<NewEntry lang="en" folder={folder} upload={upload} />)
  fireEvent.click(await screen.findByRole('button', { name: button }))
  expect((await screen.findAllByText(/^(Fill this in|Enter a date)/)).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  for (const [label, value] of typed) fill(label, value)
  if (folder === 'artworks') fireEvent.click(screen.getByRole('button', { name: 'Upload it' }))
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/en/profile/desk/content/${folder}/800000007/`))
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body).toEqual(body)
  expect(sent[0]!.key).toBeTruthy()
})

test('an address that is taken is said at its field', async () => {
  reply = () =>
    Response.json(
      {
        error: {
          code: 'invalid',
          message: 'no',
          details: { slug: 'there is a page with the address jobs already' },
        },
      },
      { status: 422 },
    )
  render(<NewEntry lang="en" folder="pages" upload={upload} />)
  await screen.findByRole('button', { name: 'Create the page' })
  fill(/^Title/, 'Jobs')
  fill(/^Address/, 'Jobs!')
  fireEvent.click(screen.getByRole('button', { name: 'Create the page' }))
  expect(await screen.findByText('Use lower-case letters, digits and hyphens.')).toBeTruthy()
  fill(/^Address/, 'jobs')
  fireEvent.click(screen.getByRole('button', { name: 'Create the page' }))
  expect(await screen.findByText('there is a page with the address jobs already')).toBeTruthy()
  expect(push).not.toHaveBeenCalled()
})

test('a drop ends after it opens', async () => {
  render(<NewEntry lang="en" folder="drops" upload={upload} />)
  await screen.findByRole('button', { name: 'Create the drop' })
  fill(/^Title/, 'Tides')
  fill(/^Opens/, '2026-12-08T18:00')
  fill(/^Ends/, '2026-12-01T18:00')
  fireEvent.click(screen.getByRole('button', { name: 'Create the drop' }))
  expect(await screen.findByText('A drop ends after it opens.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the picture is for one artist', async () => {
  render(<NewEntry lang="en" folder="artworks" upload={upload} />)
  expect(await screen.findByText('Choose the artist before the picture.')).toBeTruthy()
  fill(/^Artist/, '3')
  fireEvent.click(await screen.findByRole('button', { name: 'Upload it' }))
  expect(await screen.findByRole('button', { name: 'Replace it' })).toBeTruthy()
  fill(/^Artist/, '')
  expect(await screen.findByText('Choose the artist before the picture.')).toBeTruthy()
  fill(/^Artist/, '3')
  expect(await screen.findByRole('button', { name: 'Upload it' })).toBeTruthy()
})
