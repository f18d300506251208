import { expect, test } from 'vitest'
import { loginHref, safePath } from './links'

test.each([
  '/',
  '/en/',
  '/en/profile/collection/?a=1',
  '/en/artworks/long-furrow-24/checkout/',
  '/en/approve-token-withdrawal/',
])('%s is ours', (path) => {
  expect(safePath(path, '/x')).toBe(path)
})

test.each([
  null,
  '',
  'en/',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%2f%2fevil.example',
  '/%252f%252fevil.example',
  '/%5cevil.example',
  '/a@evil.example',
  '/a/../b',
  '/a/%2e%2e/b',
  '/a\r\nb',
  '/%0d%0aSet-Cookie',
  '/\uff0f\uff0fevil.example',
  '/%',
])('%j is not', (path) => {
  expect(safePath(path, '/en/')).toBe('/en/')
})

test('the login page knows the way back', () => {
  expect(loginHref('en', '/en/profile/?a=1')).toBe('/en/login/?redirect=%2Fen%2Fprofile%2F%3Fa%3D1')
})
