import { expect, test } from 'vitest'
import { pack } from '@/lib/archive/pack'
import { artistReadme } from '@/messages/archive'
import { filesOf } from '../../../e2e/zip'
import { type ArtistSource, entriesOf, merged, type Whole, type Work } from './archive'

const source: ArtistSource = {
  own: async (path) => new Blob([`own ${path}`]),
  open: async (path) => new Blob([`open ${path}`]),
  original: async (artworkId) =>
    artworkId === '24' ? null : `/assets/originals/ab/${artworkId}.tif?exp=1&sig=x`,
  draftOriginal: async (draftId, film) =>
    draftId === 'd3' ? null : `/assets/originals/cd/${draftId}.${film ? 'webm' : 'png'}?exp=1&sig=x`,
}

const media = (url: string | null, renditions: { url: string }[] = []) =>
  ({ url, renditions, sourceUrl: null }) as unknown as Work['media'][number]

const works = [
  {
    id: '24',
    slug: 'tide-24',
    title: 'Tide',
    media: [media('/assets/a/24.png'), media(null, [{ url: '/s.webp' }, { url: '/l.webp' }])],
  },
  { id: '30', slug: 'gate-30', title: 'Gate', media: [media(null)] },
] as unknown as Work[]

const whole = {
  artist: { id: '3', slug: 'ada-3', name: 'Ada Brien', portrait: media('/assets/p/ada.jpg') },
  drafts: [
    { id: 'd1', artworkId: null, picture: null },
    { id: 'd2', artworkId: '30', picture: media('/assets/d/2.png') },
    { id: 'd3', artworkId: '800', picture: media('/assets/d/3.png') },
  ],
} as unknown as Whole

test('an archive has the works, drafts and statements of an artist', async () => {
  const { zip, outcome } = pack({
    entries: entriesOf(source, whole, works, [2025, 2026]),
    readme: (missing, absent) =>
      artistReadme({
        name: 'Ada Brien',
        date: '2026-11-26',
        site: 'https://gallery.example',
        works: 2,
        drafts: 3,
        missing,
        absent,
      }),
    now: new Date('2026-11-26T12:00:00Z'),
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const files = filesOf(new Uint8Array(await new Response(zip).arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  expect([...files.keys()]).toEqual([
    'artist.json',
    'portrait.jpg',
    'works/tide-24/work.json',
    'works/tide-24/media-1.png',
    'works/tide-24/media-2.webp',
    'works/gate-30/work.json',
    'works/gate-30/original.tif',
    'drafts/d1/draft.json',
    'drafts/d2/draft.json',
    'drafts/d2/picture.png',
    'drafts/d2/picture-original.png',
    'drafts/d3/draft.json',
    'drafts/d3/picture.png',
    'drafts/d3/original.tif',
    'statements/all.pdf',
    'statements/all.csv',
    'statements/2025.pdf',
    'statements/2025.csv',
    'statements/2026.pdf',
    'statements/2026.csv',
    'README.txt',
    'SHA256SUMS',
  ])
  expect(outcome).toEqual({ files: 22, missing: [] })
  expect(text('works/tide-24/media-2.webp')).toBe('open /l.webp')
  expect(text('statements/2025.csv')).toBe('own /api/statements/2025.csv')
  expect(JSON.parse(text('works/gate-30/work.json'))).toMatchObject({ title: 'Gate' })
  expect(text('README.txt')).toContain('Nothing is missing.')
  // The file on the site is the original.
  expect(text('README.txt')).toContain('works/tide-24/original')
})

test('a draft of an archive has its film, and what the artist wrote for their page', () => {
  const film = { url: '/assets/f/work.webm', duration: 7 }
  const { drafts } = merged(whole as Parameters<typeof merged>[0], [
    { id: 'd1', film, live: null, profile: null },
    { id: 'd2', film: null, live: { file: '/assets/l/work.html' }, profile: null },
  ])
  expect(drafts.map((draft) => draft.film?.url)).toEqual(['/assets/f/work.webm', undefined, undefined])
  const names = entriesOf(source, { ...whole, drafts }, works, []).map(({ name }) => name)
  expect(names).toContain('drafts/d1/film')
  expect(names).toContain('drafts/d1/film-original')
  expect(names).toContain('drafts/d2/live')
})
