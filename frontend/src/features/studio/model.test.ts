import { expect, test } from 'vitest'
import { changed, empty, formOf, inputOf, queueHref, queueOf } from './model'

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
])('a draft with %j is refused at %j', (filled, refused) => {
  const { error } = formOf('USD').safeParse({ ...empty, ...filled })
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(refused)
})

test('a draft is sent in the units of the API, incomplete as it may be', () => {
  expect(inputOf(empty, 'USD', null)).toEqual({
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
  })
  const values = { ...empty, title: ' Rain ', year: '2026', editionSize: '7', price: '1,450.50' }
  expect(inputOf(values, 'USD', 'u1')).toMatchObject({
    title: 'Rain',
    year: 2026,
    editionSize: 7,
    price: 145050,
    uploadId: 'u1',
  })
  expect(changed(empty, values)).toEqual(['title', 'year', 'editionSize', 'price'])
})

test('the queue of submissions is in the address', () => {
  const href = queueHref('en', 'ACCEPTED', 2)
  expect(href).toBe('/en/profile/desk/submissions/?state=ACCEPTED&page=2')
  expect(queueOf(new URL(href, 'http://x').searchParams)).toEqual({ queue: 'ACCEPTED', page: 2 })
  expect(queueOf(new URLSearchParams('state=DRAFT&page=0'))).toEqual({ queue: 'SUBMITTED', page: 1 })
})
