import { expect, test } from 'vitest'
import { parameterTexts } from './live-parameters'

test('numbers are rounded, lists joined and palettes named', () => {
  expect(
    Object.fromEntries(
      parameterTexts({
        scale: 1.2720736850053072,
        strips: 6226.335931569338,
        drift: 0.021610193769447505,
        sources: 5,
        turns: false,
        kinds: ['star', 'plain'],
        sunAt: [0.4026772003620863, 0.24719703837530688],
        palette: { name: 'dusk', ink: '#000' },
      })!,
    ),
  ).toEqual({
    scale: '1.27',
    strips: '6226',
    drift: '0.0216',
    sources: '5',
    turns: 'no',
    kinds: 'star, plain',
    sunAt: '0.403, 0.247',
    palette: 'dusk',
  })
})

test.each([undefined, null, 'scale', 4, [['scale', 1]]])('%j are no parameters', (values) => {
  expect(parameterTexts(values)).toBeNull()
})

test('values that can’t be put in a few words are left out', () => {
  const texts = parameterTexts({
    grid: { x: 1 },
    deep: [[[1]]],
    long: 'x'.repeat(81),
    none: null,
    infinite: Number.POSITIVE_INFINITY,
    ['n'.repeat(41)]: 1,
    mixed: [1, null],
    kept: 1,
  })
  expect([...texts!.keys()]).toEqual(['kept'])
})

test('a work can’t fill the page with parameters', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}`, n]))
  expect(parameterTexts(many)!.size).toBe(40)
})
