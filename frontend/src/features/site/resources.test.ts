import { expect, test } from 'vitest'
import { isMissingResource } from './resources'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  [named('ChunkLoadError', 'Failed to load chunk /_next/static/chunks/a.js from module 1'), true],
  [new Error('Loading CSS chunk 7 failed'), true],
  [new TypeError('Failed to fetch dynamically imported module: /_next/static/chunks/a.js'), true],
  [new TypeError('Failed to fetch'), false],
  [new Error('GET /api/config: 503'), false],
  ['ChunkLoadError', false],
  [undefined, false],
])('%s', (error, want) => {
  expect(isMissingResource(error)).toBe(want)
})
