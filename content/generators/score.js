// Graphic scores: staves, and events for players who decide what they mean.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, chance, integer, pick, pickLeading } from './lib/random.js'
import { disc, ground, smooth, unit } from './lib/canvas.js'

export const meta = { family: 'score', title: 'Graphic scores', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = { palette: 'letterpress', systems: 5, lines: 5, events: 26, margin: 110, kinds: ['note', 'beam', 'gliss', 'cluster', 'cloud', 'rest', 'arc', 'block'], accent: 0.2, scale: 1, staff: true, density: 1.2, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  const w = width - 2 * m, sh = (height - 2 * m) / p.systems
  for (let s = 0; s < p.systems; s++) {
    const mid = m + (s + 0.5) * sh, gap = (sh * 0.3) / Math.max(1, p.lines - 1)
    const yOf = (k) => mid + (k - (p.lines - 1) / 2) * gap
    if (p.staff) {
      ctx.strokeStyle = ink
      ctx.lineWidth = 1 * u
      for (let k = 0; k < p.lines; k++) {
        ctx.beginPath()
        ctx.moveTo(m, yOf(k))
        ctx.lineTo(m + w, yOf(k))
        ctx.stroke()
      }
      for (const x of [m, m + w]) {
        ctx.lineWidth = 3 * u
        ctx.beginPath()
        ctx.moveTo(x, yOf(0))
        ctx.lineTo(x, yOf(p.lines - 1))
        ctx.stroke()
      }
    }
    let x = m + 26 * u
    const g = Math.max(gap, 9 * u) * p.scale
    while (x < m + w - 40 * u) {
      const busy = 0.5 + fbm(noise, x / w * p.density * 2, s * 3.3, 2), kind = pick(random, p.kinds)
      const color = chance(random, p.accent) ? pickLeading(random, colors.slice(1).length ? colors.slice(1) : colors, 1.4) : ink
      const y = mid + fbm(noise, x / w * 3 + 9, s * 5.1, 3) * sh * 0.5
      ctx.strokeStyle = ctx.fillStyle = color
      ctx.lineWidth = 2.2 * u
      x += event(kind, x, Math.max(mid - sh * 0.42, Math.min(mid + sh * 0.42, y)), g, sh, m + w) + between(random, 6, 60) * u * (1.35 - busy)
    }
  }
  if (t) {
    ctx.strokeStyle = colors[colors.length - 1]
    ctx.lineWidth = 2 * u
    const x = m + ((t * 0.04) % 1) * w
    ctx.beginPath()
    ctx.moveTo(x, m)
    ctx.lineTo(x, height - m)
    ctx.stroke()
  }

  function event(kind, x, y, g, sh, end) {
    const room = end - x - 10 * u
    if (kind === 'note') {
      const r = g * 0.5
      ctx.save()
      ctx.translate(x, y)
      ctx.rotate(-0.4)
      ctx.beginPath()
      ctx.ellipse(0, 0, r * 1.25, r * 0.85, 0, 0, 7)
      chance(random, 0.6) ? ctx.fill() : ctx.stroke()
      ctx.restore()
      ctx.beginPath()
      ctx.moveTo(x + r * 1.1, y)
      ctx.lineTo(x + r * 1.1, y - g * 3.6)
      ctx.stroke()
      return g * 1.6
    }
    if (kind === 'beam') {
      const n = integer(random, 3, 8), step = g * between(random, 0.9, 1.5), fall = between(random, -0.5, 0.5) * g
      const len = Math.min(room, n * step)
      ctx.beginPath()
      for (let k = 0; k * step < len; k++) {
        ctx.moveTo(x + k * step, y + k * fall)
        ctx.lineTo(x + k * step, y + k * fall + g * 2.4)
      }
      ctx.stroke()
      ctx.lineWidth = 7 * u
      ctx.beginPath()
      ctx.moveTo(x, y)
      ctx.lineTo(x + len - step * 0.5, y + (len / step - 0.5) * fall)
      ctx.stroke()
      return len
    }
    if (kind === 'gliss') {
      const len = Math.min(room, between(random, 4, 16) * g), pts = []
      for (let k = 0; k <= 8; k++) pts.push([x + (len * k) / 8, y + noise(x / w * 9 + k * 0.4, y, 3.1) * sh * 0.32])
      ctx.lineWidth = between(random, 1.5, 7) * u
      smooth(ctx, pts)
      ctx.stroke()
      return len * 0.7
    }
    if (kind === 'cluster') {
      const ww = Math.min(room, between(random, 0.6, 2) * g), n = integer(random, 4, 12)
      for (let k = 0; k < n; k++) ctx.fillRect(x, y - g * 2 + k * g * 0.5, ww, g * 0.24)
      return ww
    }
    if (kind === 'cloud') {
      const len = Math.min(room, between(random, 3, 9) * g)
      for (let k = 0; k < 46; k++) {
        disc(ctx, x + random() * len, y + (random() + random() + random() - 1.5) * g * 2.4, between(random, 1, 5) * u)
        ctx.fill()
      }
      return len
    }
    if (kind === 'arc') {
      const len = Math.min(room, between(random, 4, 14) * g), up = chance(random, 0.5) ? -1 : 1
      for (let k = 0; k < 3; k++) {
        ctx.beginPath()
        ctx.ellipse(x + len / 2, y, (len / 2) * (1 - k * 0.08), len * 0.26 * (1 - k * 0.22), 0, up < 0 ? Math.PI : 0, up < 0 ? 0 : Math.PI)
        ctx.stroke()
      }
      return len * 0.55
    }
    if (kind === 'block') {
      const len = Math.min(room, between(random, 1, 7) * g), hh = between(random, 0.5, 3) * g
      ctx.fillRect(x, y - hh / 2, len, hh)
      return len
    }
    if (kind === 'moon') {
      const r = between(random, 0.8, 3.4) * g
      disc(ctx, x + r, y, r)
      chance(random, 0.7) ? ctx.fill() : ctx.stroke()
      return Math.min(room, r * 1.4)
    }
    return between(random, 2, 7) * g
  }
}
