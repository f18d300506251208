import { expect, test } from 'vitest'
import { dimensionsOf } from './on-wall'

test.each([
  [1, 100, 100, 100],
  [1.4, 100, 100, 71],
  [0.8, 150, 120, 150],
  [300, 40, 40, 1],
])(
  'a work of the proportions %s with a longer side of %s cm is %s × %s cm',
  (ratio, longer, width, height) => {
    expect(dimensionsOf(ratio, longer)).toEqual({ width, height })
  },
)
