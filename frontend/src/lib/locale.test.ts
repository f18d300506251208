import { describe, expect, test } from 'vitest'
import { isLocale, localeCookieOf, negotiate, storedLocale } from './locale'

const two = ['en', 'de']

describe('negotiate', () => {
  test.each([
    ['stored choice first', 'de', 'en', 'de'],
    ['an unknown choice is ignored', 'fr', 'de', 'de'],
    ['the highest weight wins', undefined, 'en;q=0.4, de;q=0.9', 'de'],
    ['a region counts as its language', undefined, 'de-AT', 'de'],
    ['zero means never', undefined, 'de;q=0', 'en'],
    ['nothing that we speak', undefined, 'fr, it;q=0.5', 'en'],
    ['no header', undefined, null, 'en'],
    ['a broken header', undefined, ';;q=,,', 'en'],
  ])('%s', (_, stored, header, want) => {
    expect(negotiate(stored, header, two)).toBe(want)
  })
})

test('the cookie has a prefix with https, and one without it still counts', () => {
  expect(localeCookieOf('https:')).toBe('__Host-lang')
  expect(localeCookieOf('http:')).toBe('lang')
  const among = (cookies: Record<string, string>) => storedLocale((name) => cookies[name])
  expect(among({ lang: 'de' })).toBe('de')
  expect(among({ lang: 'de', '__Host-lang': 'en' })).toBe('en')
  expect(among({})).toBeUndefined()
})

test('only known prefixes are languages', () => {
  expect(isLocale('en')).toBe(true)
  expect(isLocale('xx')).toBe(false)
  expect(isLocale(undefined)).toBe(false)
})
