import { expect, test } from 'vitest'
import { worksFound } from './words'

test('a capped total says so', () => {
  expect([1, 1204, 9999, 10_000].map(worksFound)).toEqual([
    '1 work',
    '1,204 works',
    '9,999 works',
    '10,000+ works',
  ])
})
