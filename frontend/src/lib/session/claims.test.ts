import { expect, test } from 'vitest'
import { claimsOf, expirationOf } from './claims'

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
const now = 1_700_000_000_000

test('reads what a token says, beyond ASCII too', () => {
  expect(claimsOf(token({ sub: 'a', email: 'zoë@example.org' }))).toEqual({
    sub: 'a',
    email: 'zoë@example.org',
  })
})

test.each([null, '', 'opaque', 'a.b.c', 'a.e30.c'])('%j is no token', (value) => {
  expect(claimsOf(value)).toBeNull()
})

test('a token ends when it says so', () => {
  expect(expirationOf(token({ sub: 'a', iat: now / 1000, exp: now / 1000 + 300 }), now)).toBe(now + 300_000)
})

test('without an expiry it lives 20 minutes', () => {
  expect(expirationOf(token({ sub: 'a' }), now)).toBe(now + 1_200_000)
})

test('a visitor whose clock is wrong keeps the whole life of a token', () => {
  const hourAgo = now / 1000 - 3600
  expect(expirationOf(token({ sub: 'a', iat: hourAgo, exp: hourAgo + 300 }), now)).toBe(now + 300_000)
})
