import { describe, expect, test } from 'vitest'
import {
  buyableFirst,
  chipsOf,
  endsOf,
  hiddenNote,
  isGone,
  lengthOf,
  listingHref,
  offerLabel,
  parseListing,
  parseRange,
  pricesIn,
  receivedOf,
  recordingOf,
  reminderOf,
  similarSearchOf,
  sortsFor,
  toFilter,
} from './model'

const path = '/en/artworks/'
const name = (slug: string) => slug.toUpperCase()

describe('ranges', () => {
  test.each([
    ['1', { min: 1, max: 1 }],
    ['2-10', { min: 2, max: 10 }],
    ['101-', { min: 101 }],
    ['-100', { max: 100 }],
    ['10-2', null],
    ['-', null],
    ['', null],
    ['1-2-3', null],
    ['ten', null],
  ])('%s', (text, want) => {
    expect(parseRange(text)).toEqual(want)
  })
})

describe('addresses', () => {
  test('an empty one is the newest works', () => {
    const query = parseListing({})
    expect(query).toMatchObject({ search: '', sort: 'NEWEST', page: 1 })
    expect(listingHref(path, query)).toBe(path)
    expect(toFilter(query, 'USD')).toEqual({})
  })

  test('a parsed address is written unchanged', () => {
    const address =
      'search=tide&category=generative&editionSize=2-10&price=100-500&availability=available&color=blue&technique=penrose+tiling&sort=price_asc&page=2'
    const query = parseListing(Object.fromEntries(new URLSearchParams(address)))
    expect(listingHref(path, query)).toBe(`${path}?${address}`)
  })

  test('a plain form sends empty fields', () => {
    expect(parseListing({ search: '', category: '', price: '', sort: 'newest' })).toEqual(parseListing({}))
  })

  test('unknown parameters are left out', () => {
    const query = parseListing({
      price: 'cheap',
      availability: 'lost',
      sort: 'best',
      page: '-3',
      editionSize: '9-1',
    })
    expect(query).toEqual(parseListing({}))
  })

  test('relevance is for searches, and then the default', () => {
    expect(parseListing({ sort: 'relevance' }).sort).toBe('NEWEST')
    expect(parseListing({ search: 'tide' }).sort).toBe('RELEVANCE')
    expect(parseListing({ search: 'tide', sort: '' }).sort).toBe('RELEVANCE')
    expect(sortsFor('tide')[0]).toEqual(['RELEVANCE', 'Relevance'])
    expect(sortsFor('').map(([sort]) => sort)).not.toContain('RELEVANCE')
  })
})

test('prices are requested in minor units, within the limits of the data API', () => {
  expect(toFilter(parseListing({ price: '100-500' }), 'USD').purchasePrice).toEqual({
    min: 10_000,
    max: 50_000,
  })
  expect(toFilter(parseListing({ price: '5000-999999999' }), 'USD').purchasePrice).toEqual({
    min: 500_000,
    max: 2_147_483_647,
  })
})

test('a colour and a technique narrow the listing, and each has a chip', () => {
  const query = parseListing({ color: 'blue', technique: 'Moiré' })
  expect(toFilter(query, 'USD')).toEqual({ color: ['BLUE'], technique: ['Moiré'] })
  expect(chipsOf(path, query, 'USD', name)).toEqual([
    { filter: 'Colour', value: 'Blue', href: '/en/artworks/?technique=Moir%C3%A9' },
    { filter: 'Technique', value: 'Moiré', href: '/en/artworks/?color=blue' },
  ])
  expect(parseListing({ color: 'mauve' })).toEqual(parseListing({}))
})

test('only available wins over any other availability', () => {
  const query = parseListing({ reduced: '1', availability: 'sold_out' })
  expect(toFilter(query, 'USD')).toEqual({ availability: ['AVAILABLE'] })
  expect(listingHref(path, query)).toBe(`${path}?reduced=1`)
  expect(chipsOf(path, query, 'USD', name)).toEqual([{ filter: 'Show', value: 'available only', href: path }])
})

test('free prices become the range of the address, and only those fill the fields', () => {
  const query = parseListing({ price: '', priceMin: '250', priceMax: '' })
  expect(listingHref(path, query)).toBe(`${path}?price=250-`)
  expect(endsOf('250-', pricesIn('USD'))).toEqual(['250', ''])
  expect(endsOf('100-500', pricesIn('USD'))).toEqual(['', ''])
  expect(parseListing({ price: '100-500', priceMin: '9', priceMax: '2' }).price).toBe('2-9')
  expect(parseListing({ price: '100-500', priceMin: 'a', priceMax: '2' }).price).toBe('100-500')
})

test('each chip removes its own filter and returns to the first page', () => {
  const query = parseListing({ search: 'tide', category: ['a', 'b'], price: '250-', page: '3' })
  expect(chipsOf(path, query, 'USD', name)).toEqual([
    { filter: 'Search', value: 'tide', href: '/en/artworks/?category=a&category=b&price=250-' },
    { filter: 'Category', value: 'A', href: '/en/artworks/?search=tide&category=b&price=250-' },
    { filter: 'Category', value: 'B', href: '/en/artworks/?search=tide&category=a&price=250-' },
    { filter: 'Price', value: '$250 and more', href: '/en/artworks/?search=tide&category=a&category=b' },
  ])
})

test('an order that was chosen stays in the address, and with a search newest is one', () => {
  expect(listingHref(path, parseListing({ search: 'tide', sort: 'newest' }))).toBe(
    `${path}?search=tide&sort=newest`,
  )
  expect(listingHref(path, parseListing({ search: 'tide', sort: 'relevance' }))).toBe(`${path}?search=tide`)
  expect(listingHref(path, parseListing({ sort: 'newest' }))).toBe(path)
})

test('a card says what a work costs, or why it cannot be bought', () => {
  const work = { purchasePrice: { amount: '125000', currency: 'USD' }, editionsAvailable: 1, editionSize: 5 }
  expect(offerLabel({ ...work, availability: 'AVAILABLE' })).toBe('$1,250')
  expect(offerLabel({ ...work, availability: 'SOLD_OUT' })).toBe('Sold out')
  expect(offerLabel({ ...work, availability: 'RESERVED' })).toBe('$1,250, reserved now')
  expect(offerLabel({ ...work, purchasePrice: null, availability: 'AVAILABLE' })).toBe('Not for sale')
  expect(offerLabel({ ...work, purchasePrice: null, availability: 'NOT_FOR_SALE' })).toBe('Not for sale')
  expect(offerLabel({ ...work, availability: 'NOT_FOR_SALE' })).toBe('Drop ended')
})

test.each([
  [16.4, '16 seconds'],
  [0.2, '1 second'],
  [60, '1 minute'],
  [125, '2 minutes 5 seconds'],
])('%s seconds are %s', (seconds, want) => {
  expect(lengthOf(seconds)).toBe(want)
})

test('a work that nobody can buy differs from one whose sale has not started', () => {
  const purchasePrice = { amount: '125000', currency: 'USD' }
  for (const availability of ['SOLD_OUT', 'NOT_FOR_SALE'] as const)
    expect(isGone({ availability, purchasePrice })).toBe(true)
  expect(isGone({ availability: 'AVAILABLE', purchasePrice: null })).toBe(true)
  for (const availability of ['AVAILABLE', 'UPCOMING', 'RESERVED'] as const)
    expect(isGone({ availability, purchasePrice })).toBe(false)
})

test('available works come first, the others keep their order', () => {
  const works = (['SOLD_OUT', 'AVAILABLE', 'UPCOMING', 'AVAILABLE'] as const).map((availability, id) => ({
    id,
    availability,
  }))
  expect(buyableFirst(works).map(({ id }) => id)).toEqual([1, 3, 0, 2])
})

test('the recording of a score that is drawn live plays beside it', () => {
  const live = { kind: 'GENERATOR', url: '/assets/score.webp' } as const
  const film = { kind: 'VIDEO', url: '/assets/score.webm' } as const
  expect(recordingOf({ category: 'audio' }, [live, film])).toBe(film)
  expect(recordingOf({ category: 'audio' }, [live, { ...film, url: null }])).toBeUndefined()
  // A film is its own player.
  expect(recordingOf({ category: 'audio' }, [film])).toBeUndefined()
  expect(recordingOf({ category: 'generative' }, [live, film])).toBeUndefined()
})

test.each([
  ['Elementary automaton, still image', 'elementary or automaton'],
  ['Interlace on a grid', 'interlace or grid'],
  ['Stochastic L-systems, 16 seconds', 'stochastic or l-systems'],
  ['Moiré', 'moiré'],
  ['', ''],
  [null, ''],
])('works like %s are sought by their craft', (medium, want) => {
  expect(similarSearchOf(medium)).toBe(want)
})

test('a price filter says that unpriced works are hidden', () => {
  expect(hiddenNote(parseListing({ sort: 'price_asc' }))).toBeNull()
  expect(hiddenNote(parseListing({ price: '100-500' }))).toMatch(/unpriced works/i)
  expect(hiddenNote(parseListing({ search: 'tide' }))).toBeNull()
})

const face = {
  kind: 'IMAGE',
  url: '/assets/ab/sea.webp',
  sourceUrl: null,
  width: 1920,
  height: 1536,
} as const

test.each([
  [face, 'a token on Ethereum, a signed certificate and the original file (WebP, 1920 × 1536 pixels)'],
  // A protected one has no address, but is kept.
  [
    { ...face, url: null },
    'a token on Ethereum, a signed certificate and the original file (1920 × 1536 pixels)',
  ],
  [
    { ...face, url: null, width: null, height: null },
    'a token on Ethereum, a signed certificate and the original file',
  ],
  // A museum's, and a program.
  [
    { ...face, url: null, sourceUrl: 'https://museum.example/1' },
    'a token on Ethereum and a signed certificate',
  ],
  [{ ...face, kind: 'GENERATOR' as const }, 'a token on Ethereum and a signed certificate'],
  [undefined, 'a token on Ethereum and a signed certificate'],
])('what a buyer receives', (media, want) => {
  expect(receivedOf({ chainId: 1, media: media ? [media] : [] })).toBe(
    `You receive ${want}. Taxes are included.`,
  )
})

test('prices are filtered and written in the currency of the shop', () => {
  expect(toFilter(parseListing({ price: '100-500' }), 'JPY').purchasePrice).toEqual({ min: 100, max: 500 })
  expect(pricesIn('USD')[0]).toEqual(['-100', 'Up to $100'])
  expect(pricesIn('EUR')[4]).toEqual(['5000-', '€5,000 and more'])
})

test.each([
  ['UPCOMING', 'UPCOMING', { kind: 'drop', id: '4' }],
  ['RESERVED', 'LIVE', { kind: 'artwork', id: '7' }],
  ['SOLD_OUT', 'LIVE', { kind: 'artwork', id: '7' }],
  ['SOLD_OUT', null, { kind: 'artwork', id: '7' }],
  ['NOT_FOR_SALE', 'ENDED', { kind: 'artwork', id: '7' }],
  ['NOT_FOR_SALE', null, null],
  ['AVAILABLE', 'LIVE', null],
] as const)(
  'a work that is %s in a drop that is %s offers an email about %o',
  (availability, status, about) => {
    const drop = status && {
      id: '4',
      slug: 'a-4',
      title: 'A',
      status,
      startsAt: '2026-09-17T16:00:00Z',
      endsAt: null,
      sale: { startsAt: '2026-09-17T16:00:00Z', endsAt: null },
    }
    expect(reminderOf({ id: '7', availability, drop })).toEqual(about)
  },
)
