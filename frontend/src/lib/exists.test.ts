import { readdirSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { exists, forget, routes } from './exists'

test('the routes are the folders of src/app/[lang]', () => {
  const folders = readdirSync(new URL('../app/[lang]', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('['))
    .map(({ name }) => name)
  expect([...routes].sort()).toEqual(folders.sort())
})

const api = vi.hoisted(() => ({ known: new Set<string>(), asked: [] as string[] }))
vi.stubGlobal('fetch', async (to: string | URL, { body }: { body: string }) => {
  const [, collector] = /\/api\/collectors\/(.+)$/.exec(String(to)) ?? []
  if (collector) return new Response(null, { status: api.known.has(collector) ? 200 : 404 })
  const { slug } = (JSON.parse(body) as { variables: { slug: string } }).variables
  api.asked.push(slug)
  return Response.json({ data: { found: api.known.has(slug) ? { __typename: 'Artwork', id: '1' } : null } })
})

beforeEach(() => {
  api.known = new Set(['tide-12', 'ada-12', 'support'])
  api.asked = []
  forget(['pages'])
})

test('a found entry is cached for a minute', async () => {
  expect(await exists('/artworks/tide-12/', 1000)).toBe(true)
  expect(await exists('/artworks/tide-12/checkout/', 60_000)).toBe(true)
  expect(api.asked).toEqual(['tide-12'])
  api.known.clear()
  expect(await exists('/artworks/tide-12/', 61_001)).toBe(false)
})

test('an entry that was taken off is missing as soon as its event arrives, others stay', async () => {
  expect(await exists('/artworks/tide-12/')).toBe(true)
  expect(await exists('/artists/ada-12/')).toBe(true)
  api.known.clear()
  forget(['artworks', 'artwork:2', 'artwork:12', 'artist:1'])
  expect(await exists('/artworks/tide-12/')).toBe(false)
  expect(await exists('/artists/ada-12/')).toBe(true)
})

test('after an import everything is looked up again', async () => {
  expect(await exists('/support/')).toBe(true)
  api.known.clear()
  forget(['artworks', 'artists', 'pages'])
  expect(await exists('/support/')).toBe(false)
})

test('a collector’s page that was switched off is missing immediately', async () => {
  api.known.add('ada')
  expect(await exists('/collectors/ada/')).toBe(true)
  api.known.clear()
  expect(await exists('/collectors/ada/')).toBe(false)
})
