// Cells around points: leading, pebbles, fields, cracked glaze.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, chance, pickLeading } from './lib/random.js'
import { ground, path, smooth, unit } from './lib/canvas.js'
import { centroid, hatch, inset, scatter, voronoi } from './lib/geometry.js'

export const meta = { family: 'voronoi', title: 'Voronoi cells', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'moss-garden', spacing: [22, 90], relax: 1, style: 'inset', gap: 5, margin: 80, drift: 1.3, focus: 'noise',
    bias: 1.5, nest: 5, hatchGap: 5, line: 1.4, empty: 0, colorBy: 'noise', ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random), m = p.margin * u
  ground(ctx, width, height, paper)
  const density = (x, y) => {
    const nx = x / width, ny = y / height
    if (p.focus === 'centre') return Math.min(1, Math.hypot(nx - 0.5, ny - 0.5) * 1.7)
    if (p.focus === 'edge') return 1 - Math.min(1, Math.hypot(nx - 0.5, ny - 0.5) * 1.7)
    if (p.focus === 'left') return nx
    if (p.focus === 'top') return ny
    if (p.focus === 'even') return 0.5
    return Math.max(0, Math.min(1, 0.5 + 0.9 * fbm(noise, nx * p.drift, ny * p.drift, 2)))
  }
  const radius = (x, y) => (p.spacing[0] + (p.spacing[1] - p.spacing[0]) * Math.pow(density(x, y), 1.5)) * u
  let points = scatter(random, m, m, width - m, height - m, radius, p.tries || 16000, p.spacing[0] * u * 0.7)
  let cells
  for (let k = 0; k <= p.relax; k++) {
    cells = voronoi(points, m, m, width - m, height - m)
    if (k < p.relax) points = cells.map((c, i) => (c.length > 2 ? centroid(c) : points[i]))
  }
  cells.forEach((cell, i) => {
    const [x, y] = points[i], dice = [random(), random(), random()]
    if (cell.length < 3 || dice[2] < p.empty) return
    if (p.round && Math.hypot(x - width / 2, y - height / 2) > Math.min(width, height) / 2 - m) return
    const v = 0.5 + 0.8 * fbm(noise, (x / width) * p.drift + 11, (y / height) * p.drift, 2) + (dice[0] - 0.5) * (p.jitter ?? 0.25)
    const color = p.colorBy === 'noise' ? colors[Math.max(0, Math.min(colors.length - 1, Math.floor(v * colors.length)))]
      : p.colorBy === 'ink' ? (dice[0] < (p.accent || 0.05) ? colors[0] : ink) : pickLeading(() => dice[0], colors, p.bias)
    ctx.strokeStyle = ctx.fillStyle = color
    ctx.lineWidth = p.line * u
    if (p.style === 'glass') {
      path(ctx, cell, true)
      ctx.fill()
      ctx.strokeStyle = ink
      ctx.lineWidth = p.gap * u
      ctx.stroke()
    } else if (p.style === 'inset') {
      const q = inset(cell, (p.gap / 2) * u)
      if (q.length < 3) return
      path(ctx, q, true)
      ctx.fill()
    } else if (p.style === 'pebble') {
      const q = inset(cell, (p.gap / 2) * u)
      if (q.length < 3) return
      smooth(ctx, q, true)
      ctx.fill()
    } else if (p.style === 'nested') {
      for (let k = 0; k < p.nest; k++) {
        const q = inset(cell, (p.gap / 2 + k * (p.nestGap || 7)) * u)
        if (q.length < 3) break
        p.soft ? smooth(ctx, q, true) : path(ctx, q, true)
        ctx.stroke()
      }
    } else if (p.style === 'hatched') {
      const q = inset(cell, (p.gap / 2) * u)
      if (q.length < 3) return
      const angle = p.angles ? p.angles[Math.floor(dice[1] * p.angles.length)] : dice[1] * Math.PI
      hatch(q, angle, (p.hatchGap * (0.6 + v)) * u, (x0, y0, x1, y1) => {
        ctx.beginPath()
        ctx.moveTo(x0, y0)
        ctx.lineTo(x1, y1)
        ctx.stroke()
      })
      if (p.frame) {
        path(ctx, q, true)
        ctx.stroke()
      }
    } else if (p.style === 'cracks') {
      const q = inset(cell, between(random, 0, p.gap) * u)
      if (q.length < 3) return
      path(ctx, q, true)
      ctx.stroke()
      if (chance(random, p.seed || 0.3)) {
        ctx.beginPath()
        ctx.arc(x, y, 2.2 * u, 0, 7)
        ctx.fill()
      }
    }
  })
}
