import {
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parseHex,
  useMode as register,
} from 'culori/fn'
import { wallOf } from './wall'

for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) register(mode)
const toOklch = converter('oklch')
const distance = differenceEuclidean('oklab')

/** The maximum number of walls to choose from. */
const most = 6
/** Walls that are nearer to each other than this look the same. */
const same = 0.06
/** The lightness of the strongest wall in other tones, for pictures with few colours. */
const tones = [0.42, 0.78, 0.56, 0.36]

/**
 * Walls to choose from for a picture with these colours, as `#rrggbb`: no two look the same, the automatic one first. The chosen one is always
 * among them.
 */
export function wallsOf(colours: readonly string[], chosen?: string): string[] {
  const automatic = wallOf(colours).wall
  const { h } = toOklch(parseHex(automatic))!
  const shades = tones.map((l) => wallOf([lighter(automatic, l)]).wall)
  const offered: string[] = []
  // The chosen one replaces one that looks the same.
  const others = [
    automatic,
    ...colours.map((colour) => wallOf([colour]).wall),
    ...(h === undefined ? [] : shades),
    wallOf([]).wall,
  ]
  for (const wall of others) {
    const shown = chosen && distance(wall, chosen) < same ? chosen : wall
    if (offered.every((other) => distance(shown, other) >= same)) offered.push(shown)
  }
  const list = offered.slice(0, most)
  return !chosen || list.includes(chosen) ? list : [...list.slice(0, most - 1), chosen]
}

const lighter = (wall: string, l: number) =>
  formatHex(clampChroma({ ...toOklch(parseHex(wall))!, l }, 'oklch'))

export type Hue = 'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
export type Tone = 'dark' | 'light' | ''

/** Where the hues begin in OKLCH, in degrees. */
const hues: readonly [from: number, hue: Hue][] = [
  [0, 'pink'],
  [15, 'red'],
  [45, 'orange'],
  [85, 'yellow'],
  [115, 'green'],
  [170, 'teal'],
  [225, 'blue'],
  [285, 'violet'],
  [335, 'pink'],
]

/** How a colour is called. */
export function nameOf(colour: string): { tone: Tone; hue: Hue } {
  const { l, c, h = 0 } = toOklch(parseHex(colour)) ?? { l: 0, c: 0 }
  const hue = c < 0.025 ? 'grey' : hues.findLast(([from]) => h >= from)![1]
  return { hue, tone: l < 0.45 ? 'dark' : l > 0.7 ? 'light' : '' }
}
