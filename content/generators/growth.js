// Differential growth: a closed line whose points repel, attract their neighbours, and multiply where there is room.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { mix } from './lib/color.js'
import { between, chance } from './lib/random.js'
import { ground, smooth, unit } from './lib/canvas.js'

export const meta = { family: 'growth', title: 'Differential growth', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'rosewater', steps: 760, most: 3600, near: 15, start: 60, starts: 1, bound: 'page', margin: 120, every: 26, style: 'shells', line: 1.4,
    bias: 0, from: null, fill: true, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random), m = p.margin * u, near = p.near * u
  ground(ctx, width, height, paper)
  const side = Math.min(width, height)
  const inside = (x, y) => p.bound === 'disc' ? Math.hypot(x - width / 2, y - height / 2) < side / 2 - m : x > m && y > m && x < width - m && y < height - m
  let rings = Array.from({ length: p.starts }, (_, k) => {
    const cx = width * (p.starts === 1 ? p.from?.[0] ?? 0.5 : between(random, 0.3, 0.7)), cy = height * (p.starts === 1 ? p.from?.[1] ?? 0.5 : (k + 0.5) / p.starts), r = p.start * u
    return Array.from({ length: 40 }, (_, i) => ({ x: cx + Math.cos((i / 40) * 6.2832) * r, y: cy + Math.sin((i / 40) * 6.2832) * r }))
  })
  const shells = []
  for (let step = 0; step < p.steps; step++) {
    const grid = new Map(), key = (x, y) => Math.floor(y / near) * 2048 + Math.floor(x / near)
    for (const ring of rings) for (const n of ring) {
      const k = key(n.x, n.y)
      const list = grid.get(k)
      list ? list.push(n) : grid.set(k, [n])
    }
    let total = 0
    for (const ring of rings) {
      const len = ring.length
      for (let i = 0; i < len; i++) {
        const n = ring[i], a = ring[(i + len - 1) % len], b = ring[(i + 1) % len]
        let fx = ((a.x + b.x) / 2 - n.x) * 0.32, fy = ((a.y + b.y) / 2 - n.y) * 0.32
        const gx = Math.floor(n.x / near), gy = Math.floor(n.y / near)
        for (let j = gy - 1; j <= gy + 1; j++) for (let q = gx - 1; q <= gx + 1; q++) for (const o of grid.get(j * 2048 + q) || []) {
          if (o === n) continue
          const dx = n.x - o.x, dy = n.y - o.y, d = dx * dx + dy * dy
          if (d < near * near && d > 1e-6) {
            const f = (1 - Math.sqrt(d) / near) * 0.7 * u / Math.sqrt(d) * 2
            fx += dx * f
            fy += dy * f
          }
        }
        if (p.bias) {
          fx += noise(n.x / side * 2, n.y / side * 2, 1.1) * p.bias * u
          fy += noise(n.x / side * 2, n.y / side * 2, 7.7) * p.bias * u
        }
        n.nx = n.x + Math.max(-2.4 * u, Math.min(2.4 * u, fx))
        n.ny = n.y + Math.max(-2.4 * u, Math.min(2.4 * u, fy))
      }
      for (const n of ring) {
        if (inside(n.nx, n.ny)) {
          n.x = n.nx
          n.y = n.ny
        }
      }
      total += len
    }
    if (total < p.most) {
      rings = rings.map((ring) => {
        const out = []
        ring.forEach((n, i) => {
          out.push(n)
          const b = ring[(i + 1) % ring.length], d = Math.hypot(n.x - b.x, n.y - b.y)
          const lush = 0.5 + fbm(noise, n.x / side * 1.6, n.y / side * 1.6, 2)
          if (d > near * 0.62 || (d > near * 0.3 && chance(random, 0.012 * lush))) out.push({ x: (n.x + b.x) / 2 + (random() - 0.5), y: (n.y + b.y) / 2 + (random() - 0.5) })
        })
        return out
      })
    }
    if (step % p.every === 0 || step === p.steps - 1) shells.push(rings.map((r) => r.map((n) => [n.x, n.y])))
  }
  const paint = (ring, color, fill) => {
    smooth(ctx, ring, true)
    if (fill) {
      ctx.fillStyle = fill
      ctx.fill()
    }
    ctx.strokeStyle = color
    ctx.lineWidth = p.line * u
    ctx.stroke()
  }
  if (p.style === 'final') {
    shells[shells.length - 1].forEach((r, k) => paint(r, ink, p.fill ? colors[k % colors.length] : null))
  } else if (p.style === 'shells') {
    // Oldest last: every earlier outline lies on top of the later ones.
    for (let k = shells.length - 1; k >= 0; k--) {
      const q = k / (shells.length - 1), v = q * (colors.length - 1), lo = Math.min(colors.length - 2, Math.floor(v))
      shells[k].forEach((r) => paint(r, p.lineInk ? ink : paper, mix(colors[lo], colors[lo + 1], v - lo)))
    }
  } else {
    shells.forEach((s, k) => s.forEach((r) => paint(r, mix(paper, k === shells.length - 1 ? ink : colors[k % colors.length], 0.25 + (0.75 * k) / shells.length))))
  }
}
