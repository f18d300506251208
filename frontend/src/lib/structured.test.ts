import { expect, test } from 'vitest'
import { alternates, openGraph, pageOfListing, sitePicture } from './metadata'
import { breadcrumbs, person, scriptOf } from './structured'

test('nothing inside ends the script early, and it is still the same data', () => {
  const text = scriptOf(person({ name: '</script><script>alert(1)</script>', url: 'https://a.example/' }))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>')
})

test('breadcrumbs are numbered and absolute', () => {
  expect(
    breadcrumbs('https://a.example', ['Artworks', '/en/artworks/'], ['Tide', '/en/artworks/tide-1/']),
  ).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Artworks', item: 'https://a.example/en/artworks/' },
      { '@type': 'ListItem', position: 2, name: 'Tide', item: 'https://a.example/en/artworks/tide-1/' },
    ],
  })
})

test('every language has its address', () => {
  expect(alternates('/en/drops/')).toEqual({
    canonical: '/en/drops/',
    languages: { en: '/en/drops/', 'x-default': '/en/drops/' },
  })
})

test('a page of a listing is a separate page', () => {
  expect(alternates('/en/drops/', 1).canonical).toBe('/en/drops/')
  expect(alternates('/en/drops/', 3)).toEqual({
    canonical: '/en/drops/?page=3',
    languages: { en: '/en/drops/?page=3', 'x-default': '/en/drops/?page=3' },
  })
})

test('share metadata has the kind and the author', () => {
  const shared = { title: 'Tide', description: 'Grey water.', path: '/en/drops/tide-1/' }
  const picture = { url: '/assets/a/tide.webp', width: 1280, height: 960, alt: 'Waves' }
  expect(openGraph({ ...shared, picture })).toEqual({
    siteName: 'Vitrine',
    locale: 'en',
    title: 'Tide',
    description: 'Grey water.',
    url: '/en/drops/tide-1/',
    images: [picture],
    type: 'website',
  })
  expect(openGraph({ ...shared, published: '2026-01-01T00:00:00Z' })).toMatchObject({
    type: 'article',
    publishedTime: '2026-01-01T00:00:00Z',
    images: [sitePicture],
  })
})

test('only existing pages of the unfiltered listing are indexed', async () => {
  const plain = { name: '', page: 1 }
  const asked = (query: typeof plain) => pageOfListing(query, plain, () => Promise.resolve(3))
  expect(await asked({ name: '', page: 1 })).toBe(1)
  expect(await asked({ name: '', page: 3 })).toBe(3)
  expect(await asked({ name: '', page: 4 })).toBe(1)
  expect(await asked({ name: 'tide', page: 2 })).toBe(1)
})
