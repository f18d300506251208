// Blocks in parallel projection: stairs, houses on a hill, terraces without inhabitants.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { between, chance, pickLeading } from './lib/random.js'
import { ground, path, unit } from './lib/canvas.js'

export const meta = { family: 'isometric', title: 'Isometric works', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'terracotta', size: 12, tall: 7, relief: 'hill', roofs: 0.3, windows: 0.5, stairs: 0.08, gap: 0, bias: 1.3, scale: 1.15, at: [0.5, 0.5],
    light: 0.1, dark: -0.13, step: 0.5, freq: 2, empty: 0, colorBy: 'mixed', outline: 0, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random), n = p.size
  ground(ctx, width, height, paper)
  if (p.backdrop) {
    ctx.fillStyle = colors[p.backdrop]
    ctx.beginPath()
    ctx.arc(width * 0.5, height * 0.44, Math.min(width, height) * 0.34, 0, 7)
    ctx.fill()
  }
  const s = (Math.min(width / Math.cos(Math.PI / 6), height * 1.05) * p.scale) / (2 * n), c = Math.cos(Math.PI / 6) * s, h = 0.5 * s
  const heightAt = (i, j) => {
    const x = i / (n - 1) - 0.5, y = j / (n - 1) - 0.5, v = 0.5 + 0.75 * fbm(noise, i / n * p.freq, j / n * p.freq, 3)
    if (p.relief === 'hill') return Math.max(0, (0.95 - Math.hypot(x, y) * 1.7) * 0.75 + v * 0.4) * p.tall
    if (p.relief === 'valley') return (Math.hypot(x, y) * 1.2 + v * 0.3) * p.tall
    if (p.relief === 'terrace') return ((x + y + 1) / 2 * 0.25 + (1 - (i + j) / (2 * n)) * 0.8 + v * 0.12) * p.tall
    if (p.relief === 'tower') return Math.pow(Math.max(0, v * 1.1 + random() * 0.5 - 0.2), 2.2) * p.tall
    if (p.relief === 'ring') return Math.max(0, 1 - Math.abs(Math.hypot(x, y) - 0.33) * 5) * p.tall * (0.6 + v * 0.6)
    return v * p.tall
  }
  const lift = (p.tall * s * p.step) / 2.6
  const cx = p.at[0] * width, cy = p.at[1] * height - n * h + lift
  const at = (i, j, z) => [cx + (i - j) * c, cy + (i + j) * h - z * s * p.step]
  const face = (pts, color) => {
    path(ctx, pts, true)
    ctx.fillStyle = color
    ctx.fill()
    ctx.strokeStyle = p.outline ? ink : color
    ctx.lineWidth = p.outline ? p.outline * u : 0.8
    ctx.stroke()
  }
  for (let k = 0; k < 2 * n - 1; k++) {
    for (let i = 0; i < n; i++) {
      const j = k - i
      if (j < 0 || j >= n) continue
      const z = Math.round(heightAt(i, j) * 2) / 2, dice = [random(), random(), random(), random()]
      if (dice[0] < p.empty || z <= 0) continue
      const color = p.colorBy === 'height' ? colors[Math.max(0, Math.min(colors.length - 1, Math.floor((z / p.tall) * colors.length)))]
        : p.colorBy === 'noise' ? colors[Math.max(0, Math.min(colors.length - 1, Math.floor((0.5 + 0.8 * fbm(noise, i / n * 2 + 7, j / n * 2, 2)) * colors.length)))]
          : pickLeading(() => dice[1], colors, p.bias)
      block(i, j, z, color, dice)
    }
  }

  function block(i, j, z, color, dice) {
    const g = p.gap, a = i + g, b = i + 1 - g, d = j + g, e = j + 1 - g
    const left = shade(color, p.dark), right = shade(color, p.light * 0.1), top = shade(color, p.light)
    if (dice[2] < p.stairs) {
      const steps = 5
      for (let k = 0; k < steps; k++) {
        const zz = z - (k * 1) / steps * 1.2, f0 = d + ((e - d) * k) / steps, f1 = d + ((e - d) * (k + 1)) / steps
        face([at(a, f1, 0), at(b, f1, 0), at(b, f1, zz), at(a, f1, zz)], left)
        face([at(b, f0, 0), at(b, f1, 0), at(b, f1, zz), at(b, f0, zz)], right)
        face([at(a, f0, zz), at(b, f0, zz), at(b, f1, zz), at(a, f1, zz)], top)
      }
      return
    }
    face([at(a, e, 0), at(b, e, 0), at(b, e, z), at(a, e, z)], left)
    face([at(b, d, 0), at(b, e, 0), at(b, e, z), at(b, d, z)], right)
    if (dice[3] < p.roofs) {
      const roof = p.roofColor !== undefined ? colors[p.roofColor] : color, ridge = z + 0.9, mid = (d + e) / 2
      face([at(a, d, z), at(b, d, z), at(b, mid, ridge), at(a, mid, ridge)], shade(roof, p.light))
      face([at(b, d, z), at(b, e, z), at(b, mid, ridge)], right)
      face([at(a, e, z), at(b, e, z), at(b, mid, ridge), at(a, mid, ridge)], shade(roof, p.dark * 0.3))
    } else face([at(a, d, z), at(b, d, z), at(b, e, z), at(a, e, z)], top)
    for (let f = z - 0.75; f > Math.max(0, z - 4) && p.windows; f -= 1) {
      for (let q = 0; q < 2; q++) {
        if (!chance(random, p.windows)) continue
        const w0 = a + (b - a) * (0.18 + q * 0.4), w1 = w0 + (b - a) * 0.22
        ctx.fillStyle = chance(random, p.lamp || 0) ? colors[colors.length - 1] : shade(color, p.dark * 2.1)
        path(ctx, [at(w0, e, f - 0.25), at(w1, e, f - 0.25), at(w1, e, f + 0.25), at(w0, e, f + 0.25)], true)
        ctx.fill()
        const v0 = d + (e - d) * (0.18 + q * 0.4), v1 = v0 + (e - d) * 0.22
        if (!chance(random, p.windows)) continue
        ctx.fillStyle = chance(random, p.lamp || 0) ? colors[colors.length - 1] : shade(color, p.dark * 1.3)
        path(ctx, [at(b, v0, f - 0.25), at(b, v1, f - 0.25), at(b, v1, f + 0.25), at(b, v0, f + 0.25)], true)
        ctx.fill()
      }
    }
    if (chance(random, p.posts || 0)) {
      const [x, y] = at((a + b) / 2, (d + e) / 2, z)
      ctx.strokeStyle = ink
      ctx.lineWidth = 1.6 * u
      ctx.beginPath()
      ctx.moveTo(x, y)
      ctx.lineTo(x, y - between(random, 0.6, 1.6) * s * p.step)
      ctx.stroke()
    }
  }
}
