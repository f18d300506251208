// Colours are "#rrggbb" strings. Mixing happens in OKLab, so that ramps do not turn grey in the middle.
export function rgb(hex) {
  const n = parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

export function hex([r, g, b]) {
  const part = (v) => Math.max(0, Math.min(255, Math.round(v))).toString(16).padStart(2, '0')
  return `#${part(r)}${part(g)}${part(b)}`
}

const toLinear = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4))
const toByte = (v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * Math.pow(v, 1 / 2.4) - 0.055)

export function oklab(color) {
  const [r, g, b] = rgb(color).map(toLinear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => toByte(Math.max(0, v)))
}

export function mix(a, b, t) {
  const p = oklab(a), q = oklab(b)
  return hex(fromOklab(p.map((v, i) => v + (q[i] - v) * t)))
}

export const lightness = (color) => oklab(color)[0]

// shade(c, 0.2) is lighter, shade(c, -0.2) darker; the hue stays.
export function shade(color, by) {
  const [l, a, b] = oklab(color)
  return hex(fromOklab([Math.max(0, Math.min(1, l + by)), a, b]))
}

export function alpha(color, a) {
  const [r, g, b] = rgb(color)
  return `rgba(${r},${g},${b},${a})`
}

// A table of n colours through all stops; index it with ramp[(t * (n - 1)) | 0].
export function ramp(stops, n = 256) {
  const out = []
  for (let i = 0; i < n; i++) {
    const x = (i / (n - 1)) * (stops.length - 1)
    const k = Math.min(stops.length - 2, Math.floor(x))
    out.push(stops.length === 1 ? stops[0] : mix(stops[k], stops[k + 1], x - k))
  }
  return out
}
