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

type Oklch = [lightness: number, chroma: number, hue: number]
type Rgb = [red: number, green: number, blue: number]

/**
 * The wall for a picture with these dominant colours, as `#rrggbb`, the most frequent first: the most saturated of them, as strong as a
 * wall is, with the ink that is legible on it. A picture without colour gets a dark grey wall.
 */
export function wallOf(colours: readonly string[]): Wall {
  const known = colours.flatMap((colour) => {
    const rgb = rgbOf(colour)
    return rgb ? [oklchOf(rgb)] : []
  })
  const [lightness, chroma, hue] = known.reduce(
    (best, colour) => (vividness(colour) > vividness(best) ? colour : best),
    known[0] ?? [0, 0, 0],
  )
  const wanted = chroma < grey ? chroma : Math.min(strongest, Math.max(strong, chroma))
  const tone = chroma < grey ? darkest : Math.min(lightest, Math.max(darkest, lightness))
  // A tone between both inks moves away from the nearer one, a little at a time.
  for (let step = 0; ; step++) {
    const moved = tone + (tone < 0.6 ? -1 : 1) * step * 0.01
    const wall = inGamut(moved, wanted, hue)
    const [dark, light] = inks.map((ink) => contrast(wall, rgbOf(ink)!)) as [number, number]
    if (Math.max(dark, light) >= legible) return { wall: hexOf(wall), ink: inks[dark >= light ? 0 : 1] }
  }
}

/** The share of a picture's pixels that a colour needs in order to count. */
const present = 0.015

/** The colours of a picture from its pixels (RGBA), the most frequent first. Colours that are hardly there are left out. */
export function coloursOf(pixels: Uint8ClampedArray): string[] {
  const groups = new Map<number, { count: number; sum: Rgb }>()
  let visible = 0
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    if (pixels[i + 3]! < 128) continue
    visible++
    const rgb: Rgb = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]
    const key = (rgb[0] >> 5) * 64 + (rgb[1] >> 5) * 8 + (rgb[2] >> 5)
    const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] }
    group.count++
    rgb.forEach((value, channel) => {
      group.sum[channel]! += value
    })
    groups.set(key, group)
  }
  return [...groups.values()]
    .filter(({ count }) => count >= visible * present)
    .sort((a, b) => b.count - a.count)
    .map(({ count, sum }) => hexOf(sum.map((value) => value / count / 255) as Rgb))
}

/** The chroma of a colour; very dark and very light ones look less saturated than they are. */
const vividness = ([lightness, chroma]: Oklch) => chroma * Math.min(1, lightness * 2, (1 - lightness) * 4)

function rgbOf(hex: string): Rgb | null {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(hex) ?? []
  if (!digits) return null
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255) as Rgb
}

const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** https://bottosson.github.io/posts/oklab/ */
function oklchOf(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(linear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, c), Math.atan2(c, a)]
}

function rgbFrom([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The colour with the largest chroma up to `chroma` that screens show. */
function inGamut(lightness: number, chroma: number, hue: number): Rgb {
  for (let c = chroma; c > 0; c -= 0.005) {
    const rgb = rgbFrom([lightness, c, hue])
    if (rgb.every((value) => value >= 0 && value <= 1)) return rgb
  }
  return rgbFrom([lightness, 0, 0]).map((value) => Math.min(1, Math.max(0, value))) as Rgb
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(linear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
