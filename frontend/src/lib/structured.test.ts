import { expect, test } from 'vitest'
import { alternates } from './metadata'
import { breadcrumbs, person, scriptOf } from './structured'

test('nothing inside ends the script early, and it is still the same data', () => {
  const text = scriptOf(person({ name: '</script><script>alert(1)</script>', url: 'https://a.example/' }))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>')
})

test('the way to a page is numbered and absolute', () => {
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
