// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { guardSinks, ours } from './trusted-types'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('scripts load from the build only', () => {
  const base = 'https://gallery.example/en/artworks/'
  const loads = (url: string) => ours(url, base)
  expect(loads('/_next/static/chunks/a-1.js?dpl=2')).toBe(true)
  expect(loads('https://gallery.example/_next/static/chunks/a.js')).toBe(true)
  expect(loads('/sw.js')).toBe(true)
  for (const url of [
    'https://evil.example/_next/static/a.js',
    '//evil.example/sw.js',
    '/assets/1234/a.js',
    '/_next/static/../../assets/a.js',
    '/_next/static/a.html',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'blob:https://gallery.example/1',
  ])
    expect(loads(url), url).toBe(false)
})

test('unknown markup is dropped, and no text runs', () => {
  let rules: Record<string, (text: string) => string | null> = {}
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, given: typeof rules) => {
      expect(name).toBe('default')
      rules = given
    },
  })
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  guardSinks()
  for (const html of ['', '<script></script>', '&copy;']) expect(rules.createHTML!(html)).toBe(html)
  expect(error).not.toHaveBeenCalled()
  for (const html of ['<b>x</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '&copy;<i>'])
    expect(rules.createHTML!(html)).toBe('')
  expect(error).toHaveBeenCalledTimes(4)
  expect(rules.createScript!('alert(1)')).toBeNull()
  expect(rules.createScriptURL!('https://evil.example/a.js')).toBeNull()
})

test('browsers without Trusted Types keep working', () => {
  vi.stubGlobal('trustedTypes', undefined)
  expect(guardSinks).not.toThrow()
})
