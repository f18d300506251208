import { differenceEuclidean, wcagContrast } from 'culori/fn'
import { describe, expect, test } from 'vitest'
import { wallOf } from './wall'
import { nameOf, wallsOf } from './walls'

const distance = differenceEuclidean('oklab')

describe('the walls to choose from', () => {
  const pictures: [name: string, colours: string[]][] = [
    [
      'many colours',
      ['#f2eee6', '#23211f', '#8c3b24', '#c9bba5', '#1f5aa6', '#2f7d4a', '#f2cf4a', '#7a3fa0'],
    ],
    ['one colour', ['#1f5aa6']],
    ['a paper with one accent', ['#f2eee6', '#8c3b24']],
  ]
  test.each(pictures)(
    '%s: four to six that differ, the automatic one first, words legible on each',
    (_, colours) => {
      const walls = wallsOf(colours)
      expect(walls[0]).toBe(wallOf(colours).wall)
      expect(walls.length).toBeGreaterThanOrEqual(4)
      expect(walls.length).toBeLessThanOrEqual(6)
      for (const [i, wall] of walls.entries()) {
        for (const other of walls.slice(0, i)) expect(distance(wall, other)).toBeGreaterThan(0.05)
        const hung = wallOf([wall])
        // What is stored is what hangs.
        expect(distance(hung.wall, wall)).toBeLessThan(0.02)
        expect(wcagContrast(hung.wall, hung.ink)).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  test('a picture without colours has grey walls', () => {
    const walls = wallsOf(['#ffffff', '#000000'])
    expect(walls.length).toBeGreaterThan(0)
    for (const wall of walls) expect(nameOf(wall).hue).toBe('grey')
  })

  test('the chosen one is among them, and replaces one that looks the same', () => {
    const colours = pictures[0]![1]
    const [first, ...rest] = wallsOf(colours)
    expect(wallsOf(colours, '#ff00ff')).toContain('#ff00ff')
    expect(wallsOf(colours, '#ff00ff').length).toBeLessThanOrEqual(6)
    const close = `${first!.slice(0, -1)}${first!.endsWith('0') ? '1' : '0'}`
    expect(wallsOf(colours, close)).toEqual([close, ...rest])
  })
})

test.each([
  ['#1f3a93', 'dark blue'],
  ['#8c3b24', ' red'],
  ['#f2cf4a', 'light yellow'],
  ['#2f9d5a', ' green'],
  ['#333333', 'dark grey'],
])('%s is called %s', (colour, name) => {
  const { tone, hue } = nameOf(colour)
  expect(`${tone} ${hue}`).toBe(name)
})
