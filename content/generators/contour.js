// Invented ground, drawn the way surveyors draw it or cut from sheets of coloured paper.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { mix, ramp, rgb } from './lib/color.js'
import { clamp, field, ground, pixels, triples, unit } from './lib/canvas.js'

export const meta = { family: 'contour', title: 'Contour maps', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'ice-core', style: 'sheets', levels: 9, scale: 1.3, octaves: 3, warp: 0.35, shadow: 0.22, margin: 60,
    line: 1.4, index: 5, sea: null, relief: 'hills', stops: null, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random), side = Math.min(width, height)
  ground(ctx, width, height, paper)
  const peak = [0.35 + random() * 0.3, 0.35 + random() * 0.3]
  const read = field(width, height, 6, (x, y) => {
    const nx = (x / side) * p.scale, ny = (y / side) * p.scale
    const wx = fbm(noise, nx + 5, ny + 3, 2, 1.1 + t * 0.02), wy = fbm(noise, nx - 7, ny + 9, 2, 2.2 + t * 0.02)
    let v = 0.5 + 0.62 * fbm(noise, nx + wx * p.warp * 3, ny + wy * p.warp * 3, p.octaves, 0.37 + t * 0.03)
    const dx = x / width - peak[0], dy = y / height - peak[1]
    if (p.relief === 'island') v = v * 0.7 + 0.62 - Math.hypot(dx * (width / side), dy * (height / side)) * 1.35
    if (p.relief === 'ridge') v = v * 0.75 + 0.35 - Math.abs(dx * 0.6 + dy) * 0.9
    if (p.relief === 'bowl') v = v * 0.6 + Math.hypot(dx * (width / side), dy * (height / side)) * 0.9
    if (p.relief === 'slope') v = v * 0.5 + (y / height) * 0.62
    return v
  })
  const n = p.levels
  const stops = p.stops ? p.stops.map((s) => ({ paper, ink })[s] || colors[s]) : colors
  const tones = triples(p.flat ? Array.from({ length: n + 1 }, (_, i) => stops[i % stops.length]) : ramp(stops, n + 1))
  const paperRgb = rgb(paper), inkRgb = rgb(ink), shadowRgb = rgb(mix(ink, '#000000', 0.3))
  const m = p.margin * u, sx = -7 * u, sy = -9 * u
  const tint = p.tint ? triples(ramp([paper, ...stops], n + 1)) : null
  pixels(ctx, width, height, (x, y) => {
    if (x < m || y < m || x >= width - m || y >= height - m) return paperRgb
    const f = clamp(read(x, y), 0.001, 0.999) * n
    const gx = clamp(read(x + 1, y), 0.001, 0.999) * n - f, gy = clamp(read(x, y + 1), 0.001, 0.999) * n - f
    const slope = Math.hypot(gx, gy) + 1e-5, k = Math.floor(f), fract = f - k
    if (p.style === 'lines') {
      const near = Math.min(fract, 1 - fract), level = Math.round(f)
      const sea = p.sea !== null && level < p.sea * n
      const w = (level % p.index === 0 ? p.line * 2.1 : p.line) * u * 0.5 * (sea ? 0.6 : 1)
      const cover = clamp(w + 0.5 - near / slope)
      const base = tint ? tint[k] : paperRgb
      const pen = sea ? rgb(colors[0]) : p.lineColors ? tones[level] : inkRgb
      return [0, 1, 2].map((c) => base[c] + (pen[c] - base[c]) * cover)
    }
    // Sheets: the higher sheet throws a soft shadow on the one below it.
    let c = tones[k]
    const under = Math.max(0, k - 1), edge = clamp(fract / slope + 0.5)
    if (edge < 1 && k > 0) c = [0, 1, 2].map((i) => tones[under][i] + (c[i] - tones[under][i]) * edge)
    if (p.shadow) {
      let dark = 0
      for (let s = 1; s <= 3; s++) {
        const g = clamp(read(x + sx * s * 0.45, y + sy * s * 0.45), 0.001, 0.999) * n
        if (Math.floor(g) > k) dark += clamp((g - k - 1) / (slope * 6)) / 3
      }
      if (dark) c = [0, 1, 2].map((i) => c[i] + (shadowRgb[i] - c[i]) * dark * p.shadow)
    }
    return c
  })
}
