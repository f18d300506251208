import { expect, test } from 'vitest'
import { savesData } from './thrift'

test.each([
  [undefined, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '4g', saveData: true }, true],
])('%o', (line, want) => {
  expect(savesData(line)).toBe(want)
})
