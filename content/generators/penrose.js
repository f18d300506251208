// Robinson triangles, divided until they are Penrose's rhombs.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, pickLeading } from './lib/random.js'
import { ground, path, unit } from './lib/canvas.js'

export const meta = { family: 'penrose', title: 'Penrose tilings', moving: false }

const golden = (1 + Math.sqrt(5)) / 2

function divide(triangles) {
  const out = []
  for (const [kind, A, B, C] of triangles) {
    if (kind === 0) {
      const P = along(A, B, 1 / golden)
      out.push([0, C, P, B], [1, P, C, A])
    } else {
      const Q = along(B, A, 1 / golden), R = along(B, C, 1 / golden)
      out.push([1, R, C, A], [1, Q, R, B], [0, R, Q, A])
    }
  }
  return out
}

const along = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'ultramarine', depth: 5, zoom: 1.25, off: [0, 0], turn: null, style: 'fill', mask: 'page', margin: 70,
    colorBy: 'heading', line: 1.2, gap: 0, fade: 0, bias: 1.5, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random)
  ground(ctx, width, height, paper)
  const R = Math.hypot(width, height) * 0.5 * p.zoom, start = p.turn ?? between(random, 0, Math.PI)
  const cx = width / 2 + p.off[0] * width, cy = height / 2 + p.off[1] * height
  let triangles = []
  for (let i = 0; i < 10; i++) {
    const at = (k) => [cx + R * Math.cos(start + ((2 * k - 1) * Math.PI) / 10), cy + R * Math.sin(start + ((2 * k - 1) * Math.PI) / 10)]
    const B = at(i), C = at(i + 1)
    triangles.push(i % 2 ? [0, [cx, cy], B, C] : [0, [cx, cy], C, B])
  }
  for (let i = 0; i < p.depth; i++) triangles = divide(triangles)
  // Two triangles share the long or short diagonal and make one rhomb; keep one of each pair.
  const seen = new Map()
  const m = p.margin * u, side = Math.min(width, height) / 2 - m
  const shows = (x, y) => p.mask === 'disc' ? Math.hypot(x - width / 2, y - height / 2) < side
    : p.mask === 'half' ? Math.hypot(x - width / 2, y - height * 0.74) < side * (p.reach || 1.08) && y < height * 0.74
      : p.mask === 'bleed' ? true : x > m && y > m && x < width - m && y < height - m
  for (const [kind, A, B, C] of triangles) {
    const mx = (B[0] + C[0]) / 2, my = (B[1] + C[1]) / 2
    const D = [B[0] + C[0] - A[0], B[1] + C[1] - A[1]]
    const key = `${Math.round(mx * 4)},${Math.round(my * 4)}`
    if (seen.has(key)) continue
    seen.set(key, true)
    const rhomb = [A, B, D, C]
    if (p.whole === false ? !shows(mx, my) : !rhomb.every(([x, y]) => shows(x, y))) continue
    const dice = [random(), random()]
    const away = Math.hypot(mx - width / 2, my - height / 2) / (Math.hypot(width, height) / 2)
    if (p.fade && dice[0] < p.fade * Math.max(0, away * 1.5 - 0.35 + fbm(noise, mx / 300 / u, my / 300 / u, 2) * 0.5)) continue
    const heading = ((Math.atan2(D[1] - A[1], D[0] - A[0]) - start) / Math.PI * 5 + 20.5) | 0
    let color
    if (p.colorBy === 'heading') color = colors[(heading % 5 + kind * 2) % colors.length]
    else if (p.colorBy === 'kind') color = colors[kind % colors.length]
    else if (p.colorBy === 'noise') {
      const v = 0.5 + 0.8 * fbm(noise, mx / width * 1.5, my / height * 1.5, 2) + (dice[1] - 0.5) * 0.18
      color = colors[Math.max(0, Math.min(colors.length - 1, Math.floor(v * colors.length)))]
    } else if (p.colorBy === 'ring') color = colors[Math.floor(away * (p.rings || 9) + kind * 0.5) % colors.length]
    else color = pickLeading(() => dice[1], colors, p.bias)
    const g = p.gap * u
    const shape = g ? rhomb.map(([x, y]) => {
      const d = Math.hypot(x - mx, y - my)
      return [mx + ((x - mx) * (d - g)) / d, my + ((y - my) * (d - g)) / d]
    }) : rhomb
    if (p.style === 'fill' || p.style === 'arcs') {
      path(ctx, shape, true)
      ctx.fillStyle = color
      ctx.fill()
      if (!g) {
        ctx.strokeStyle = p.line ? p.lineColor || paper : color
        ctx.lineWidth = p.line ? p.line * u : 0.7
        ctx.stroke()
      }
    }
    if (p.style === 'arcs') {
      ctx.save()
      ctx.clip()
      ctx.strokeStyle = dice[1] < 0.5 || !p.twoInks ? ink : paper
      ctx.lineWidth = (p.arc || 3) * u
      const edge = Math.hypot(B[0] - A[0], B[1] - A[1])
      for (const [c, r] of kind ? [[A, 0.236], [D, 0.236], [A, 0.18], [D, 0.18]] : [[A, 0.764], [D, 0.236], [A, 0.708], [D, 0.18]]) {
        ctx.beginPath()
        ctx.arc(c[0], c[1], edge * r, 0, Math.PI * 2)
        ctx.stroke()
      }
      ctx.restore()
    }
    if (p.style === 'line') {
      path(ctx, shape, true)
      ctx.strokeStyle = color
      ctx.lineWidth = p.line * u
      ctx.stroke()
    }
    if (p.style === 'shaded') {
      // Three tones by heading make rhombs read as the sides of blocks.
      for (const [half, dark] of [[[A, B, D], 0], [[A, D, C], 1]]) {
        path(ctx, half, true)
        ctx.fillStyle = colors[(heading + dark * 2 + kind) % colors.length]
        ctx.fill()
        ctx.strokeStyle = ctx.fillStyle
        ctx.lineWidth = 0.6
        ctx.stroke()
      }
    }
    if (p.style === 'nested') {
      for (let k = 0; k < (p.nest || 4); k++) {
        const f = 1 - k / (p.nest || 4)
        path(ctx, rhomb.map(([x, y]) => [mx + (x - mx) * f, my + (y - my) * f]), true)
        ctx.strokeStyle = color
        ctx.lineWidth = p.line * u
        ctx.stroke()
      }
    }
  }
}
