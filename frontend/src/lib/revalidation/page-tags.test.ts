import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tagsOfPage } from './page-tags'

test.each([
  ['/artworks/', ['artworks', 'artists', 'categories']],
  ['/artworks/tide-12/', ['artworks', 'categories', 'artwork:12']],
  ['/artists/', ['artists']],
  ['/artists/vera-3/', ['artists', 'artworks', 'artist:3']],
  ['/curators/', ['curators', 'drops']],
  ['/curators/ida-4/', ['curators', 'artworks', 'curator:4']],
  ['/drops/', ['drops']],
  ['/drops/first-5/', ['drops', 'artworks', 'drop:5']],
  ['/drops/first-5/exhibition/', ['drops', 'artworks', 'drop:5']],
  ['/blog/', ['posts']],
  ['/blog/hello-6/', ['posts', 'curators', 'artworks', 'post:6']],
  ['/terms/', ['pages']],
])('%s is purged by %j', (path, tags) => {
  expect(tagsOfPage(path)).toEqual(tags)
})

test('the home page shows everything', () => {
  expect(tagsOfPage('/')).toEqual([
    'artworks',
    'artists',
    'categories',
    'curators',
    'drops',
    'pages',
    'posts',
  ])
})

test.each([
  '/profile/',
  '/profile/orders/',
  '/artworks/tide-12/checkout/',
  '/artworks/tide-12/checkout/success/',
  '/artworks/tide-12/certificate/',
  '/artworks/tide-12/poster/',
  '/collectors/ada/',
  '/post-preview/',
  '/approve-token-withdrawal/',
  '/login/',
  '/gift/',
  '/404/not-found/',
])('%s is never kept', (path) => {
  expect(tagsOfPage(path)).toBeNull()
})

/** The pages that a CDN may keep. A new folder is excluded until it is added here. */
test('of all folders, these are public', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../app/[lang]'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const kept = folders.filter((name) => tagsOfPage(`/${name}/`) ?? tagsOfPage(`/${name}/x-1/`))
  expect(kept.sort()).toEqual(['[page]', 'artists', 'artworks', 'blog', 'curators', 'drops'])
})
