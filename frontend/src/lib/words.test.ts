import { expect, test } from 'vitest'
import { worksFound } from './words'

test('a capped total says so', () => {
  expect([1, 1204, 99_999, 100_000].map(worksFound)).toEqual([
    '1 work',
    '1,204 works',
    '99,999 works',
    '100,000+ works',
  ])
})
