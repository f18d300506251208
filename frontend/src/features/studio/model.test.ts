import { expect, test } from 'vitest'
import {
  type Artist,
  changed,
  changesOf,
  type Draft,
  empty,
  type Files,
  formOf,
  inputOf,
  isWaiting,
  noFiles,
  openPageOf,
  profileInputOf,
  queueFilter,
  queueHref,
} from './model'

test.each([
  [{}, []],
  [{ title: 'x'.repeat(201) }, ['title']],
  [{ year: '0' }, ['year']],
  [{ year: '-500' }, []],
  [{ year: '20x6' }, ['year']],
  [{ editionSize: '0' }, ['editionSize']],
  [{ editionSize: '10001' }, ['editionSize']],
  [{ editionSize: '1.5' }, ['editionSize']],
  [{ editionSize: '10000' }, []],
  [{ price: '0' }, ['price']],
  [{ price: '12.345' }, ['price']],
  [{ price: '450.50' }, []],
  [{ born: 'then' }, ['born']],
  [{ website: 'example.org' }, ['website']],
  [{ website: 'javascript:alert(1)' }, ['website']],
  [{ website: 'https://example.org/' }, []],
])('a draft with %j is refused at %j', (filled, refused) => {
  const { error } = formOf('USD').safeParse({ ...empty, ...filled })
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(refused)
})

test('a draft is sent in the units of the API, incomplete as it may be', () => {
  expect(inputOf(empty, 'USD', noFiles)).toEqual({
    title: '',
    description: '',
    medium: '',
    category: '',
    year: null,
    dimensions: '',
    editionSize: 0,
    price: null,
    alt: '',
    uploadId: null,
    filmUploadId: null,
    film: null,
    dropFilm: false,
    liveUploadId: null,
    dropLive: false,
  })
  const values = { ...empty, title: ' Rain ', year: '2026', editionSize: '7', price: '1,450.50' }
  expect(
    inputOf(values, 'USD', {
      ...noFiles,
      picture: 'u1',
      film: { uploadId: 'u2', duration: 7.5, width: 640, height: 480 },
    }),
  ).toMatchObject({
    title: 'Rain',
    year: 2026,
    editionSize: 7,
    price: 145050,
    uploadId: 'u1',
  })
  expect(changed(empty, values)).toEqual(['title', 'year', 'editionSize', 'price'])
})

test('a draft waits for the sizes of its picture and for its proof', () => {
  const live = (proof: string) => ({ pictureState: 'READY', live: { proof } }) as Draft
  expect(isWaiting(null)).toBe(false)
  expect(isWaiting({ pictureState: 'WAITING', live: null })).toBe(true)
  expect(
    ['WAITING', 'RUNNING', 'PASSED', 'FAILED', 'UNAVAILABLE'].map((proof) => isWaiting(live(proof))),
  ).toEqual([true, true, false, false, false])
})

test('the queue of submissions is in the address', () => {
  expect(queueHref('en', 'ACCEPTED')).toBe('/en/profile/desk/submissions/?state=ACCEPTED')
  expect(queueHref('en', 'SUBMITTED')).toBe('/en/profile/desk/submissions/')
  expect(queueFilter.of(new URLSearchParams('state=DRAFT&page=0'))).toEqual({ state: 'SUBMITTED', page: 1 })
})

test('a page is sent with its new portrait, or without it', () => {
  const values = { ...empty, bio: ' I draw. ', born: '1980', website: 'https://example.org/' }
  const sent = { bio: 'I draw.', born: 1980, died: null, place: '', website: 'https://example.org/', alt: '' }
  expect(profileInputOf(values, { ...noFiles, picture: 'u1' })).toEqual({
    ...sent,
    uploadId: 'u1',
    keepPortrait: false,
    removePortrait: false,
  })
  expect(profileInputOf(values, { ...noFiles, drop: 'portrait' })).toEqual({
    ...sent,
    uploadId: null,
    keepPortrait: true,
    removePortrait: false,
  })
})

test('the portrait on the site stays removed until the artist keeps it or chooses another', () => {
  const sent = (files: Partial<Files>, before: boolean) =>
    profileInputOf(empty, { ...noFiles, ...files }, before).removePortrait
  expect(sent({ drop: 'shownPortrait' }, false)).toBe(true)
  expect([sent({}, true), sent({ drop: 'portrait' }, true), sent({ picture: 'u1' }, true)]).toEqual([
    true,
    false,
    false,
  ])
})

test('only what the artist changed is a change, and what the site changed since is marked', () => {
  const texts = { bio: 'Old', born: 1980, died: null, place: 'Cork', website: '' }
  const draft = { profileBefore: texts, profile: { ...texts, bio: 'New', place: 'Oslo' } } as Draft
  const artist = { bio: 'Old', born: 1981, died: null, place: 'Rome', website: null } as Artist
  expect(changesOf(draft, artist)).toEqual([
    { name: 'bio', began: 'Old', now: 'Old', proposed: 'New', isOutdated: false },
    { name: 'place', began: 'Cork', now: 'Rome', proposed: 'Oslo', isOutdated: true },
  ])
})

test('the open draft of the page is the one that isn’t accepted', () => {
  const page = { kind: 'PROFILE', state: 'SUBMITTED' } as const
  expect(
    openPageOf([{ kind: 'ARTWORK', state: 'DRAFT' }, { kind: 'PROFILE', state: 'ACCEPTED' }, page]),
  ).toBe(page)
  expect(openPageOf([{ kind: 'PROFILE', state: 'ACCEPTED' }])).toBeUndefined()
})
