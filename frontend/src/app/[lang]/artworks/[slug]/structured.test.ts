import { beforeEach, expect, test, vi } from 'vitest'
import type { ArtworkQuery } from '@/gen/graphql'
import type { Offer } from '@/lib/phases/model'
import { structured } from './structured'

beforeEach(() => void vi.stubEnv('PUBLIC_URL', 'https://gallery.example'))

const url = 'https://gallery.example/en/artworks/tide-12/'
const tide = {
  title: 'Tide',
  artist: { name: 'Ines Vale', slug: 'ines-vale-3' },
  editionSize: 25,
  medium: 'Flow field',
  year: 2026,
  description: 'Grey *water*.',
  availability: 'AVAILABLE',
  purchasePrice: { amount: '42000', currency: 'USD' },
  media: [{ kind: 'IMAGE', url: '/assets/a/tide.webp', width: 1920, height: 1280, renditions: [] }],
} as unknown as NonNullable<ArtworkQuery['artwork']>

test('a work with a price is a product, with all that a listing of products needs', () => {
  expect(structured(tide, url)).toMatchObject({
    '@type': ['VisualArtwork', 'Product'],
    name: 'Tide',
    image: 'https://gallery.example/assets/a/tide.webp',
    creator: { '@type': 'Person', name: 'Ines Vale', url: 'https://gallery.example/en/artists/ines-vale-3/' },
    artEdition: 25,
    dateCreated: '2026',
    description: 'Grey water.',
    offers: { '@type': 'Offer', price: '420.00', priceCurrency: 'USD', url },
  })
})

test.each([
  ['AVAILABLE', 'InStock'],
  ['UPCOMING', 'PreOrder'],
  // Held in a checkout: it may be available again in 15 minutes.
  ['RESERVED', 'OutOfStock'],
  ['SOLD_OUT', 'SoldOut'],
  // A drop has ended with editions left.
  ['NOT_FOR_SALE', 'Discontinued'],
] as const)('%s is %s', (availability, word) => {
  const { offers } = structured({ ...tide, availability }, url)
  expect(offers).toMatchObject({ availability: `https://schema.org/${word}` })
})

test('a work without a price isn’t marked up as a product, which needs an offer', () => {
  const thing = structured({ ...tide, purchasePrice: null }, url)
  expect(thing['@type']).toBe('VisualArtwork')
  expect(thing.offers).toBeUndefined()
})

test('in a phase the offer is the phase’s, until it ends', () => {
  const offer: Offer = {
    availability: 'AVAILABLE',
    open: true,
    price: { amount: '9000', currency: 'USD' },
    phase: null,
    auction: null,
    until: Date.parse('2026-11-26T12:00:00Z'),
  }
  expect(structured({ ...tide, offer }, url).offers).toMatchObject({
    price: '90.00',
    availability: 'https://schema.org/InStock',
    priceValidUntil: '2026-11-26T12:00:00.000Z',
  })
  const paused = structured({ ...tide, offer: { ...offer, open: false } }, url)
  expect(paused.offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
})
