import { describe, expect, test } from 'vitest'
import { coloursOf, wallOf } from './wall'

const channel = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16)))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const dark = '#161614'
const light = '#fdfdfb'

describe('the wall of a picture', () => {
  test.each([
    {
      name: 'the accent on paper',
      colours: ['#f2eee6', '#23211f', '#8c3b24', '#c9bba5'],
      hue: 'red',
      ink: light,
    },
    { name: 'a pale blue becomes strong', colours: ['#c6d4e6'], hue: 'blue', ink: dark },
    { name: 'a dark green stays dark', colours: ['#0f2a1c'], hue: 'green', ink: light },
    { name: 'a yellow stays light', colours: ['#f2cf4a', '#111111'], hue: 'red', ink: dark },
    { name: 'black and white', colours: ['#ffffff', '#000000'], hue: '', ink: light },
    { name: 'no colours', colours: [], hue: '', ink: light },
    { name: 'no colour that is known', colours: ['transparent', '#12'], hue: '', ink: light },
  ])('$name', ({ colours, hue, ink }) => {
    const found = wallOf(colours)
    expect(found.ink).toBe(ink)
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(found.wall.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ]
    const strength = Math.max(r, g, b) - Math.min(r, g, b)
    if (hue === '') expect(strength).toBeLessThan(12)
    else {
      expect(strength).toBeGreaterThan(40)
      expect({ red: r, green: g, blue: b }[hue]).toBe(Math.max(r, g, b))
    }
  })

  test('its words are legible on every colour', () => {
    for (let red = 0; red < 256; red += 51)
      for (let green = 0; green < 256; green += 51)
        for (let blue = 0; blue < 256; blue += 51) {
          const colour = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
          const { wall, ink } = wallOf([colour])
          expect(contrast(wall, ink), `${colour} → ${wall}`).toBeGreaterThanOrEqual(4.5)
        }
  })
})

describe('the colours of a picture', () => {
  const picture = (...areas: [count: number, rgba: number[]][]) =>
    new Uint8ClampedArray(areas.flatMap(([count, rgba]) => Array.from({ length: count }, () => rgba).flat()))

  test('the most frequent first, without those that are hardly there', () => {
    const red = [200, 40, 40, 255]
    const paper = [240, 238, 230, 255]
    expect(coloursOf(picture([30, red], [960, paper], [10, [0, 0, 255, 255]]))).toEqual([
      '#f0eee6',
      '#c82828',
    ])
  })

  test('transparent pixels have none', () => {
    expect(coloursOf(picture([10, [255, 0, 0, 0]]))).toEqual([])
  })
})
