import { describe, expect, test } from 'vitest'
import { alphasAt, orderOf } from './reveal'

const pixels = (...colours: number[][]) => new Uint8ClampedArray(colours.flatMap((rgb) => [...rgb, 255]))
const paper = [240, 238, 230]
const ink = [20, 20, 20]
const wash = [180, 190, 200]

describe('the order in which a picture appears', () => {
  test('lines come before areas, and areas before their ground', () => {
    const order = orderOf(pixels(paper, paper, paper, paper, wash, wash, ink, paper), 8, 1)
    expect(order[6]).toBeLessThan(order[4]!)
    expect(order[5]).toBeLessThan(order[7]!)
  })

  test('what looks the same comes from the upper left', () => {
    const order = orderOf(pixels(ink, ...Array.from({ length: 7 }, () => paper), ink), 3, 3)
    expect(order[0]).toBeLessThan(order[8]!)
  })
})

describe('a moment of the growth', () => {
  test('starts with nothing and ends with everything', () => {
    expect(Math.max(...alphasAt(0))).toBe(0)
    expect(Math.min(...alphasAt(1))).toBe(255)
  })

  test.each([0.2, 0.5, 0.9])('at %d, what comes first is there and what comes last is not', (moment) => {
    const alphas = alphasAt(moment)
    expect(alphas[0]).toBe(255)
    expect(alphas[255]).toBe(0)
    expect([...alphas]).toEqual([...alphas].sort((a, b) => b - a))
  })
})
