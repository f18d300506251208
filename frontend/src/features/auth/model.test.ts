import { expect, test } from 'vitest'
import { arrivalOf, errorSentence } from './model'

const home = '/en/profile/'

test.each([
  ['', { kind: 'none' }],
  ['#top', { kind: 'none' }],
  [
    '#code=abc&redirect=%2Fen%2Fartworks%2Flong-furrow-24%2Fcheckout%2F',
    { kind: 'code', code: 'abc', redirect: '/en/artworks/long-furrow-24/checkout/', confirms: false },
  ],
  ['#code=abc&redirect=%2F', { kind: 'code', code: 'abc', redirect: home, confirms: false }],
  ['#code=abc&redirect=%2Fen%2Flogin%2F', { kind: 'code', code: 'abc', redirect: home, confirms: false }],
  ['#code=abc&redirect=%2F%2Fevil.example', { kind: 'code', code: 'abc', redirect: home, confirms: false }],
  [
    '#code=abc&redirect=%2Fen%2Flogin%2F%3Fconfirmed%3D1',
    { kind: 'code', code: 'abc', redirect: home, confirms: true },
  ],
  ['#error=state_lost', { kind: 'error', error: 'state_lost', redirect: home }],
])('%s', (hash, want) => {
  expect(arrivalOf(hash, home)).toEqual(want)
})

test('unknown errors have a message, too', () => {
  expect(errorSentence('account_blocked')).toContain('blocked')
  expect(errorSentence('state_lost')).toContain('another browser')
  expect(errorSentence('strange')).toContain('didn’t work')
})
