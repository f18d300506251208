import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { proxy } from './proxy'

const answer = (path: string) => proxy(new NextRequest(`http://gallery.test${path}`))

test.each([
  ['/en/artworks', 308, '/en/artworks/'],
  ['/artworks?sort=title', 307, '/en/artworks/?sort=title'],
])('%s is redirected once', (path, status, to) => {
  const { status: given, headers } = answer(path)
  expect(given).toBe(status)
  expect(new URL(headers.get('location') ?? '').href).toBe(`http://gallery.test${to}`)
})

test.each(['/en/%ff/', '/%ff', '/profile/%c3%28/'])('%s, which nobody can read, is not found', (path) => {
  expect(answer(path).headers.get('x-middleware-rewrite')).toBe('http://gallery.test/en/404/')
})
