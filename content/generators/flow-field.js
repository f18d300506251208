// Strokes that follow one field and keep clear of each other.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, pickLeading, shuffle } from './lib/random.js'
import { ground, smooth, unit } from './lib/canvas.js'

export const meta = { family: 'flow-field', title: 'Flow fields', moving: true }

const masks = {
  full: () => true,
  disc: (x, y) => Math.hypot(x - 0.5, y - 0.5) < 0.4,
  ring: (x, y) => Math.abs(Math.hypot(x - 0.5, y - 0.5) - 0.3) < 0.14,
  band: (x, y) => y > 0.3 && y < 0.7,
  diagonal: (x, y) => Math.abs(x - y) < 0.24,
  twin: (x, y) => x < 0.47 || x > 0.53,
  sill: (x, y) => y > 0.42,
}

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'tide-table', scale: 1.2, turns: 1, octaves: 2, spacing: 7, widths: [2, 6], gap: 2, length: 400,
    margin: 70, mask: 'full', snap: 0, swirl: 0, lean: 0, colorBy: 'noise', bias: 1.4, cap: 'round', ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height)
  const noise = createNoise(random)
  ground(ctx, width, height, paper)
  ctx.lineCap = p.cap
  const side = Math.min(width, height)
  const angleAt = (x, y) => {
    const nx = x / side, ny = y / side
    let a = p.lean + fbm(noise, nx * p.scale, ny * p.scale, p.octaves, t * 0.05) * Math.PI * 2 * p.turns
    if (p.swirl) a += p.swirl * Math.atan2(y - height / 2, x - width / 2)
    return p.snap ? (Math.round(a / (Math.PI * 2) * p.snap) / p.snap) * Math.PI * 2 : a
  }
  const margin = p.margin * u, inside = (x, y) =>
    x > margin && y > margin && x < width - margin && y < height - margin &&
    masks[p.mask]((x - (width - side) / 2) / side, (y - (height - side) / 2) / side)

  // Occupied points, so that a stroke can ask who is near.
  const size = (p.widths[1] + p.gap) * u, grid = new Map()
  const near = (x, y, w, self) => {
    const gx = Math.floor(x / size), gy = Math.floor(y / size)
    for (let j = gy - 1; j <= gy + 1; j++) {
      for (let i = gx - 1; i <= gx + 1; i++) {
        for (const q of grid.get(j * 4096 + i) || []) {
          if (q[3] !== self && Math.hypot(q[0] - x, q[1] - y) < (w + q[2]) / 2 + p.gap * u) return true
        }
      }
    }
    return false
  }
  const step = Math.max(1.5, 2.2 * u)
  const starts = []
  for (let y = margin; y < height - margin; y += p.spacing * u) {
    for (let x = margin; x < width - margin; x += p.spacing * u) starts.push([x + between(random, -3, 3) * u, y + between(random, -3, 3) * u])
  }
  let id = 0
  for (const [sx, sy] of shuffle(random, starts)) {
    const wide = Math.pow(random(), 2.2), w = (p.widths[0] + (p.widths[1] - p.widths[0]) * wide) * u
    const draws = [random(), random(), random()]
    if (!inside(sx, sy) || near(sx, sy, w, -1)) continue
    id++
    const half = (dir) => {
      const out = []
      let x = sx, y = sy
      for (let n = 0; n < (p.length * u) / step; n++) {
        const a = angleAt(x, y)
        x += Math.cos(a) * step * dir
        y += Math.sin(a) * step * dir
        if (!inside(x, y) || near(x, y, w, id)) break
        out.push([x, y])
      }
      return out
    }
    const line = half(-1).reverse().concat([[sx, sy]], half(1))
    if (line.length * step < Math.max(w * 1.6, (p.shortest || 10) * u)) continue
    for (const [x, y] of line) {
      const k = Math.floor(y / size) * 4096 + Math.floor(x / size)
      if (!grid.has(k)) grid.set(k, [])
      grid.get(k).push([x, y, w, id])
    }
    let color
    if (p.colorBy === 'noise') {
      const n = fbm(noise, sx / side * 1.1 + 40, sy / side * 1.1, 2) * 0.5 + 0.5
      color = colors[Math.max(0, Math.min(colors.length - 1, Math.floor((n * 1.6 - 0.3 + (draws[0] - 0.5) * 0.35) * colors.length)))]
    } else if (p.colorBy === 'width') color = colors[Math.min(colors.length - 1, Math.floor((1 - wide) * colors.length))]
    else if (p.colorBy === 'height') color = colors[Math.max(0, Math.min(colors.length - 1, Math.floor((sy / height + (draws[0] - 0.5) * 0.16) * colors.length)))]
    else if (p.colorBy === 'ink') color = draws[1] < (p.accent || 0) ? colors[0] : ink
    else color = pickLeading(() => draws[0], colors, p.bias)
    ctx.strokeStyle = color
    ctx.lineWidth = w
    if (p.dash && draws[2] < p.dash) ctx.setLineDash([w * 0.01, w * 1.7])
    smooth(ctx, line.filter((_, i) => i % 3 === 0 || i === line.length - 1))
    ctx.stroke()
    ctx.setLineDash([])
  }
}
