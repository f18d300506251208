import { gql, InMemoryCache } from '@apollo/client'
import { expect, test } from 'vitest'
import { typePolicies } from './policies'

const work = (changes: object) => ({
  __typename: 'Artwork',
  id: '7',
  slug: 'tide-7',
  availability: 'AVAILABLE',
  media: [{ __typename: 'Media', url: '/a.webp', alt: 'Tide' }],
  ...changes,
})
const listing = gql`query Listing($page: Int) {
  artworks(page: $page) { items { id slug availability media { url alt } } }
}`
const page = (...items: object[]) => ({ artworks: { __typename: 'ArtworkPage', items } })

test('an artwork is stored once, so updates show in every list', () => {
  const cache = new InMemoryCache({ typePolicies })
  cache.writeQuery({ query: listing, variables: { page: 1 }, data: page(work({})) })
  cache.writeQuery({
    query: gql`{ artwork(slug: "tide-7") { id availability } }`,
    data: { artwork: { __typename: 'Artwork', id: '7', availability: 'SOLD_OUT' } },
  })
  expect(cache.readQuery({ query: listing, variables: { page: 1 } })).toEqual(
    page(work({ availability: 'SOLD_OUT' })),
  )
})

test('pages and filters of a listing do not overwrite each other', () => {
  const cache = new InMemoryCache({ typePolicies })
  cache.writeQuery({ query: listing, variables: { page: 1 }, data: page(work({})) })
  cache.writeQuery({ query: listing, variables: { page: 2 }, data: page(work({ id: '8', slug: 'ebb-8' })) })
  expect(cache.readQuery({ query: listing, variables: { page: 1 } })).toEqual(page(work({})))
})

test('a new list of media replaces the one before it, without a warning', () => {
  const cache = new InMemoryCache({ typePolicies })
  const media = [
    { __typename: 'Media', url: '/b.webp', alt: 'Tide' },
    { __typename: 'Media', url: '/c.webp', alt: 'Tide, a detail' },
  ]
  cache.writeQuery({ query: listing, variables: { page: 1 }, data: page(work({})) })
  cache.writeQuery({ query: listing, variables: { page: 2 }, data: page(work({ media })) })
  expect(cache.readQuery({ query: listing, variables: { page: 1 } })).toEqual(page(work({ media })))
})

test('categories and content pages are stored by their slugs', () => {
  const cache = new InMemoryCache({ typePolicies })
  expect(cache.identify({ __typename: 'Category', slug: 'audio' })).toBe('Category:{"slug":"audio"}')
  expect(cache.identify({ __typename: 'Page', slug: 'support' })).toBe('Page:{"slug":"support"}')
})
