import { expect, test } from 'vitest'
import { scrub } from './scrub'

const uuid = '5f0c8a6e-3c0d-4c7e-9a51-0d8c0f6f2b11'
const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each([
  ['no account for ada.lovelace+art@example.org', 'no account for [email]'],
  [`wallet ${wallet} refused`, 'wallet [hex] refused'],
  [`order ${uuid} is gone`, 'order [id] is gone'],
  ['Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln failed', 'Bearer [token] failed'],
  ['token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'token [token]'],
  ['refreshToken: r3fr3sh', 'refreshToken: [secret]'],
  [
    'GET https://ada:hush@vitrine.example/api/profiles/7?email=a%40b.c#s3cret failed',
    'GET https://vitrine.example failed',
  ],
  ['no page /en/search?q=ada#part', 'no page /en/search?[query]'],
  ['no page /en/approve/#secret=abc', 'no page /en/approve/?[query]'],
  ['Unexpected token < in JSON, near "Ada Lovelace"', 'Unexpected token < in JSON, near "…"'],
  [
    "Cannot read properties of undefined (reading 'slug')",
    "Cannot read properties of undefined (reading 'slug')",
  ],
  ["can't find 'Ada Lovelace' here", "can't find '…' here"],
  ['code "payment_failed"', 'code "payment_failed"'],
  ['refused from 192.0.2.17', 'refused from [ip]'],
  ['refused from 2001:db8::17', 'refused from [ip]'],
  [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=Ada for the full message',
    'Minified React error #418; visit https://react.dev for the full message',
  ],
  ['Failed to fetch', 'Failed to fetch'],
])('%s', (text, want) => {
  expect(scrub(text)).toBe(want)
})

test('long texts are cut, and scrubbing one takes little time', () => {
  const start = performance.now()
  expect(scrub(`${'a@'.repeat(50_000)} ada@example.org`).length).toBeLessThanOrEqual(4096)
  scrub(`"${'a.'.repeat(50_000)}`)
  scrub('-'.repeat(50_000))
  expect(performance.now() - start).toBeLessThan(2000)
})
