// Thread from nail to nail: straight lines that agree on a curve.
import { palette } from './lib/palettes.js'
import { alpha } from './lib/color.js'
import { between, integer } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'string', title: 'String envelopes', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = { palette: 'aubergine', style: 'cardioid', nails: 220, factor: [2, 3], weight: 1, opacity: 0.65, radius: 0.42, sails: 5, nailDots: true, at: [0.5, 0.5], ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), side = Math.min(width, height), cx = width * p.at[0], cy = height * p.at[1]
  ground(ctx, width, height, paper)
  ctx.lineWidth = p.weight * u
  const thread = (a, b, color) => {
    ctx.strokeStyle = alpha(color, p.opacity)
    ctx.beginPath()
    ctx.moveTo(...a)
    ctx.lineTo(...b)
    ctx.stroke()
  }
  if (p.style === 'cardioid') {
    const R = p.radius * side, n = p.nails, turn = p.turn ?? -Math.PI / 2
    const nail = (i) => [cx + Math.cos((i / n) * Math.PI * 2 + turn) * R, cy + Math.sin((i / n) * Math.PI * 2 + turn) * R]
    p.factor.forEach((f, k) => {
      for (let i = 0; i < n; i++) thread(nail(i), nail(i * (f + t * 0.01)), colors[p.bands ? Math.floor((i / n) * colors.length * p.bands) % colors.length : k % colors.length])
    })
    if (p.nailDots) for (let i = 0; i < n; i++) {
      ctx.fillStyle = ink
      disc(ctx, ...nail(i), 2.2 * u)
      ctx.fill()
    }
    return
  }
  if (p.style === 'sails') {
    const m = 0.08 * side
    let last = [between(random, m, width - m), between(random, m, height - m)]
    for (let k = 0; k < p.sails; k++) {
      const a = last, b = [between(random, m, width - m), between(random, m, height - m)], c = [between(random, m, width - m), between(random, m, height - m)]
      const n = integer(random, Math.floor(p.nails * 0.6), p.nails)
      for (let i = 0; i <= n; i++) {
        const q = i / n
        thread([a[0] + (b[0] - a[0]) * q, a[1] + (b[1] - a[1]) * q], [b[0] + (c[0] - b[0]) * q, b[1] + (c[1] - b[1]) * q], colors[k % colors.length])
      }
      if (p.nailDots) for (const q of [a, b, c]) {
        ctx.fillStyle = ink
        disc(ctx, ...q, 6 * u)
        ctx.fill()
      }
      last = p.chain === false ? [between(random, m, width - m), between(random, m, height - m)] : c
    }
    return
  }
  // Nets: two wavering ropes joined by many threads.
  const rope = (y0, swing, f, ph) => (q) => [width * (0.07 + 0.86 * q), height * y0 + Math.sin(q * f + ph + t * 0.2) * swing * height]
  for (let k = 0; k < p.sails; k++) {
    const y = (k + 0.5) / p.sails
    const a = rope(y * 0.8 + 0.1, between(random, 0.03, 0.12), between(random, 2, 7), random() * 6), b = rope(y * 0.8 + 0.1 + between(random, -0.16, 0.16), between(random, 0.04, 0.16), between(random, 2, 6), random() * 6)
    const shift = between(random, -0.2, 0.2), color = colors[k % colors.length]
    for (let i = 0; i <= p.nails; i++) {
      const q = i / p.nails, r = Math.max(0, Math.min(1, q + shift * Math.sin(q * Math.PI)))
      thread(a(q), b(r), color)
    }
  }
}
