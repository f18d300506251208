import { expect, test } from 'vitest'
import { worksFound } from './words'

test('a capped total says so', () => {
  expect([1, 499, 500, 501, 1204].map(worksFound)).toEqual([
    '1 work',
    '499 works',
    '500+ works',
    '501 works',
    '1,204 works',
  ])
})
