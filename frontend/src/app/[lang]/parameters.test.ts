import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseArtists } from '@/features/artist/model'
import { listingParameters } from '@/features/artwork/listing-search'
import { parseListing } from '@/features/artwork/model'
import { entryFilter } from '@/features/content/model'
import { accountFilter } from '@/features/desk/accounts-model'
import { approvalFilter } from '@/features/desk/approvals-model'
import { orderFilter } from '@/features/desk/model'
import { searchFilter } from '@/features/desk/search-calls'
import { parseDrops } from '@/features/drop/model'
import { parsePosts } from '@/features/post/model'
import { queueFilter } from '@/features/studio/model'
import { all, first, pageOf, type RawParams } from '@/lib/params'

const src = join(import.meta.dirname, '../..')
const kept: Record<string, string[]> = JSON.parse(
  readFileSync(join(src, '../../gateway/internal/site/parameters.json'), 'utf8'),
)

/** The names of the parameters that a function reads. */
function namesIn(read: (params: RawParams) => unknown) {
  const names = new Set<string>()
  read(
    new Proxy<RawParams>(
      {},
      {
        get: (_, name) => void names.add(String(name)),
        ownKeys: () => {
          throw new Error('it reads all parameters')
        },
      },
    ),
  )
  return names
}

/** The same for functions that read URLSearchParams. */
const namesOf = (read: (params: URLSearchParams) => unknown) =>
  namesIn((raw) => {
    const params = new URLSearchParams()
    params.get = (name) => first(raw, name) ?? null
    params.getAll = (name) => all(raw, name)
    return read(params)
  })

/** What the files that see the parameters of a request read of them, by page. */
const readers: Record<string, Record<string, Set<string>>> = {
  '/artists/': { 'app/[lang]/artists/page.tsx': namesIn(parseArtists) },
  '/artists/*/': { 'app/[lang]/artists/[slug]/page.tsx': namesIn(pageOf) },
  '/artworks/': {
    'app/[lang]/artworks/page.tsx': namesIn(parseListing),
    'app/[lang]/artworks/in-place.tsx': new Set(listingParameters),
    'features/artwork/ui/sort-options.tsx': namesOf((params) => params.get('search')),
  },
  '/artworks/*/poster/': {
    'app/[lang]/artworks/[slug]/poster/page.tsx': namesIn((params) => first(params, 'edition')),
  },
  '/artworks/*/share.jpg': {
    'app/[lang]/artworks/[slug]/share.jpg/route.ts': namesOf((params) => params.get('edition')),
  },
  '/blog/': { 'app/[lang]/blog/page.tsx': namesIn(parsePosts) },
  '/curators/*/': { 'app/[lang]/curators/[slug]/page.tsx': namesIn(pageOf) },
  '/drops/': { 'app/[lang]/drops/page.tsx': namesIn(parseDrops) },
  '/drops/*/': { 'app/[lang]/drops/[slug]/page.tsx': namesIn(pageOf) },
  '/profile/': {
    'features/content/model.ts': namesOf(entryFilter.of),
    'features/desk/accounts-model.ts': namesOf(accountFilter.of),
    'features/desk/approvals-model.ts': namesOf(approvalFilter.of),
    'features/desk/model.ts': namesOf(orderFilter.of),
    'features/desk/search-calls.ts': namesOf(searchFilter.of),
    'features/studio/model.ts': namesOf(queueFilter.of),
  },
  '/tv/': { 'app/[lang]/tv/page.tsx': namesIn((params) => first(params, 'work')) },
}

/** These read the parameters in effects only, in the browser. */
const later = [
  'features/site/ui/behaviours.tsx',
  'lib/listing-memory.ts',
  'ui/filter-form.tsx',
  'ui/in-place.tsx',
]

/** These read what one of the filters or listings above says. */
const filtered = [
  'app/[lang]/define-listing.tsx',
  'features/desk/ui/accounts.tsx',
  'features/desk/ui/search.tsx',
  'lib/filter.ts',
  'ui/list/define-list.tsx',
]

test.each(Object.entries(readers))(
  'the gateway keeps the parameters that %s reads, and no other',
  (page, files) => {
    const read = Object.values(files).flatMap((names) => [...names])
    expect(kept[page]).toEqual([...new Set(read)].sort())
  },
)

test('the listing compares in the browser what it reads on the server', () => {
  expect(listingParameters).toEqual(kept['/artworks/'])
})

test('no other code reads the parameters of a request', () => {
  expect(Object.keys(kept)).toEqual(Object.keys(readers))
  const sees = /\bsearchParams\b|\buseSearchParams\(|\bnextUrl\.search|= define(?:Filter|Listing)\(/
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(app|features|lib|ui)\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => sees.test(readFileSync(join(src, file), 'utf8')))
  expect(files.sort()).toEqual([...Object.values(readers).flatMap(Object.keys), ...filtered, ...later].sort())
})
