import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { links } from './ui/footer'

const root = resolve(import.meta.dirname, '../../../..')

test('the catalog keeps exactly the content pages that the footer links to', () => {
  const source = readFileSync(`${root}/services/catalog/internal/artwork/staff.go`, 'utf8')
  const [, list = ''] = /neededPages = \[\]string\{(.*)\}/.exec(source) ?? []
  const needed = Array.from(list.matchAll(/"([^"]+)"/g), ([, slug]) => slug)
  // The other links lead to routes of the site.
  const isRoute = (path: string) => existsSync(`${root}/frontend/src/app/[lang]/${path}/page.tsx`)
  const linked = links.map(([path]) => path).filter((path) => !isRoute(path))
  expect(linked.length).toBeGreaterThan(0)
  expect(needed.toSorted()).toEqual(linked.toSorted())
})
