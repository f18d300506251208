import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parseHex,
  useMode as register,
  wcagContrast,
} from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) register(mode)
const toOklch = converter('oklch')

/** The colours of a wall and of the words on it. */
export interface Wall {
  wall: string
  ink: string
}

const inks = ['#161614', '#fdfdfb'] as const
/** The least contrast between a wall and its words (WCAG AA). */
const legible = 4.6
/** The lightness that a wall may have in OKLCH: darker ones look black, lighter ones look like paper. */
const darkest = 0.34
const lightest = 0.82
/** Below this chroma a colour has no hue to speak of. */
const grey = 0.025
/** The chroma of a wall: a pale colour becomes a strong one of its hue. */
const strong = 0.13
const strongest = 0.2

/**
 * The wall for a picture with these dominant colours, as `#rrggbb`, the most frequent first: the most saturated of them, as strong as a
 * wall is, with the ink that is legible on it. A picture without colour gets a dark grey wall.
 */
export function wallOf(colours: readonly string[]): Wall {
  const known = colours.flatMap((colour) => toOklch(parseHex(colour)) ?? [])
  const most = known.reduce(
    (best, colour) => (vividness(colour) > vividness(best) ? colour : best),
    known[0] ?? { mode: 'oklch', l: 0, c: 0 },
  )
  const hasHue = most.c >= grey
  const c = hasHue ? Math.min(strongest, Math.max(strong, most.c)) : most.c
  const tone = hasHue ? Math.min(lightest, Math.max(darkest, most.l)) : darkest
  // A tone between both inks moves away from the nearer one, a little at a time.
  for (let step = 0; ; step++) {
    const l = tone + (tone < 0.6 ? -1 : 1) * step * 0.01
    const wall = formatHex(clampChroma({ ...most, l, c }, 'oklch'))
    const ink = inks.find((ink) => wcagContrast(wall, ink) >= legible)
    if (ink) return { wall, ink }
  }
}

/** The chroma of a colour; very dark and very light ones look less saturated than they are. */
const vividness = ({ l, c }: Oklch) => c * Math.min(1, l * 2, (1 - l) * 4)

/** The share of a picture's pixels that a colour needs in order to count. */
const present = 0.015

/** The colours of a picture from its pixels (RGBA), the most frequent first. Colours that are hardly there are left out. */
export function coloursOf(pixels: Uint8ClampedArray): string[] {
  const groups = new Map<number, { count: number; r: number; g: number; b: number }>()
  let visible = 0
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    if (pixels[i + 3]! < 128) continue
    visible++
    const [r, g, b] = pixels.subarray(i, i + 3) as unknown as [number, number, number]
    const key = (r >> 5) * 64 + (g >> 5) * 8 + (b >> 5)
    const group = groups.get(key) ?? { count: 0, r: 0, g: 0, b: 0 }
    groups.set(key, { count: group.count + 1, r: group.r + r, g: group.g + g, b: group.b + b })
  }
  return [...groups.values()]
    .filter(({ count }) => count >= visible * present)
    .sort((a, b) => b.count - a.count)
    .map(({ count, ...sum }) => {
      const [r, g, b] = [sum.r, sum.g, sum.b].map((value) => value / count / 255) as [number, number, number]
      return formatHex({ mode: 'rgb', r, g, b })
    })
}
