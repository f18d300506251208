import { expect, test } from 'vitest'
import { worksFound } from './words'

test.each([
  [1, false, '1 work'],
  [500, false, '500 works'],
  [500, true, '500+ works'],
  [1204, false, '1,204 works'],
])('%i works, capped %s: %s', (totalCount, totalCapped, text) => {
  expect(worksFound({ totalCount, totalCapped })).toBe(text)
})
