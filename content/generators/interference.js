// Several sources, one basin: waves add up, and the sum is printed as lines, dots or tone.
import { palette } from './lib/palettes.js'
import { ramp } from './lib/color.js'
import { between } from './lib/random.js'
import { clamp, disc, field, ground, pixels, triples, unit } from './lib/canvas.js'

export const meta = { family: 'interference', title: 'Wave interference', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'cyanotype', sources: 3, wave: 70, style: 'lines', rows: 90, lift: 1, margin: 90, decay: 0.6, place: 'free', folds: 7, weight: 1.6,
    stops: null, dot: 15, bands: 0, square: false, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u
  ground(ctx, width, height, paper)
  const side = Math.min(width, height), k = (Math.PI * 2) / (p.wave * u)
  const points = Array.from({ length: p.sources }, (_, i) => {
    if (p.place === 'ring') return [width / 2 + Math.cos((i / p.sources) * 6.2832 + 0.4) * side * 0.42, height / 2 + Math.sin((i / p.sources) * 6.2832 + 0.4) * side * 0.42, 1, 0]
    if (p.place === 'shore') return [width * ((i + 0.5) / p.sources), height * between(random, 0.95, 1.15), between(random, 0.8, 1.1), 0]
    if (p.place === 'pair') return [width * (0.5 + (i - (p.sources - 1) / 2) * 0.22), height * 0.5, 1, 0]
    return [width * between(random, 0.05, 0.95), height * between(random, 0.05, 0.95), between(random, 0.7, 1.4), random() * 6.28]
  })
  const start = random() * 6.28
  const value = p.place === 'folds'
    ? (x, y) => {
      let sum = 0
      for (let i = 0; i < p.folds; i++) {
        const a = (i / p.folds) * Math.PI
        sum += Math.cos(((x - width / 2) * Math.cos(a) + (y - height / 2) * Math.sin(a)) * k + t + start * (p.phase || 0) * i)
      }
      return sum / p.folds * 1.6
    }
    : (x, y) => {
      let sum = 0
      for (const [sx, sy, f, ph] of points) {
        const d = Math.hypot(x - sx, y - sy)
        sum += Math.sin(d * k * f + ph - t * 2) / (1 + (p.decay * d) / side)
      }
      return sum / Math.sqrt(p.sources)
    }
  const inFrame = (x, y) => x > m && y > m && x < width - m && y < height - m
  if (p.style === 'lines') {
    const gap = (height - 2 * m) / p.rows
    ctx.lineWidth = p.weight * u
    for (let r = 0; r <= p.rows; r++) {
      const y = m + r * gap
      ctx.strokeStyle = p.accentRow && r % p.accentRow === 0 ? colors[colors.length - 1] : p.ink ? ink : colors[Math.floor((r / (p.rows + 1)) * colors.length)]
      ctx.beginPath()
      for (let x = m; x <= width - m; x += 3) {
        const e = Math.sin(((x - m) / (width - 2 * m)) * Math.PI) ** 0.5
        const yy = y - value(x, y) * gap * p.lift * e
        x === m ? ctx.moveTo(x, yy) : ctx.lineTo(x, yy)
      }
      ctx.stroke()
    }
  } else if (p.style === 'dots') {
    const g = p.dot * u
    const nx = Math.floor((width - 2 * m) / g), ny = Math.floor((height - 2 * m) / g)
    const ox = (width - (nx - 1) * g) / 2, oy = (height - (ny - 1) * g) / 2
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const x = ox + (i + (p.square ? 0 : (j % 2) * 0.5)) * g, y = oy + j * g
        if (!inFrame(x, y)) continue
        const v = clamp(0.5 + 0.5 * value(x, y)), r = g * 0.58 * Math.pow(v, 1.1)
        ctx.fillStyle = colors[Math.min(colors.length - 1, Math.floor((1 - v) * colors.length))]
        if (r < g * 0.06) continue
        if (p.square) ctx.fillRect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8)
        else {
          disc(ctx, x, y, r)
          ctx.fill()
        }
      }
    }
  } else {
    const stops = (p.stops || ['paper', 0, 'ink']).map((s) => ({ paper, ink })[s] || colors[s])
    const n = p.bands || 256, table = triples(ramp(stops, n)), back = triples([paper])[0]
    const read = field(width, height, 3, value)
    pixels(ctx, width, height, (x, y) => {
      if (!inFrame(x, y)) return back
      const v = clamp(0.5 + 0.5 * read(x, y)) * (n - 1)
      if (!p.bands) return table[Math.floor(v)]
      // Soft steps: one pixel of blend at the edge of a band.
      const lo = Math.floor(v + 0.5), g = Math.hypot(read(x + 1, y) - read(x, y), read(x, y + 1) - read(x, y)) * 0.5 * (n - 1) + 1e-6
      const d = v + 0.5 - lo, a = table[Math.min(n - 1, lo)], b = table[Math.max(0, lo - 1)], f = clamp(d / g)
      return [b[0] + (a[0] - b[0]) * f, b[1] + (a[1] - b[1]) * f, b[2] + (a[2] - b[2]) * f]
    })
  }
}
