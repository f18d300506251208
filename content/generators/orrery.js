// Instruments for a sky of one's own: rings, ticks, bodies, transits.
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { between, chance, integer, pick } from './lib/random.js'
import { clipped, disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'orrery', title: 'Orreries', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = { palette: 'night-ferry', rings: 9, at: [0.5, 0.5], radius: 0.44, stars: 160, bodies: 1, squash: 1, tilt: 0, ticks: 0.6, arcs: 0.5, sun: 0.05, lines: 0, weight: 1.3, moons: 0.5, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), side = Math.min(width, height), cx = p.at[0] * width, cy = p.at[1] * height
  ground(ctx, width, height, paper)
  ctx.lineCap = 'butt'
  const star = []
  for (let k = 0; k < p.stars; k++) {
    const x = random() * width, y = random() * height, r = Math.pow(random(), 4) * 3.2 + 0.7
    star.push([x, y, r])
    ctx.fillStyle = ink
    disc(ctx, x, y, r * u)
    ctx.fill()
  }
  ctx.strokeStyle = ink
  ctx.lineWidth = 0.8 * u
  for (let k = 0; k < p.lines; k++) {
    let q = pick(random, star)
    for (let n = integer(random, 2, 5); n > 0; n--) {
      const next = star.filter((s) => s !== q).sort((a, b) => Math.hypot(a[0] - q[0], a[1] - q[1]) - Math.hypot(b[0] - q[0], b[1] - q[1]))[integer(random, 2, 6)]
      if (!next) break
      ctx.beginPath()
      ctx.moveTo(q[0], q[1])
      ctx.lineTo(next[0], next[1])
      ctx.stroke()
      q = next
    }
  }
  ctx.translate(cx, cy)
  ctx.rotate(p.tilt)
  ctx.scale(1, p.squash)
  const back = p.plate !== undefined ? (p.plate === 'ink' ? ink : colors[p.plate]) : null
  if (back) {
    ctx.fillStyle = back
    disc(ctx, 0, 0, p.radius * side * 1.08)
    ctx.fill()
  }
  const line = p.plate === 'ink' ? paper : ink
  const radii = []
  let at = between(random, 0.14, 0.22)
  for (let k = 0; k < p.rings; k++) {
    radii.push(at)
    at += ((1 - at) / (p.rings - k)) * between(random, 0.6, 1.4)
  }
  radii.forEach((q, k) => {
    const r = q * p.radius * side, color = colors[k % colors.length]
    ctx.strokeStyle = line
    ctx.lineWidth = p.weight * u * (k % 3 ? 1 : 1.7)
    if (chance(random, 0.25)) ctx.setLineDash([5 * u, 6 * u])
    disc(ctx, 0, 0, r)
    ctx.stroke()
    ctx.setLineDash([])
    if (chance(random, p.ticks)) {
      const n = pick(random, [24, 36, 60, 72, 120]), len = between(random, 6, 18) * u
      for (let i = 0; i < n; i++) {
        const a = (i / n) * Math.PI * 2, l = i % (n / 12) === 0 ? len * 1.7 : len
        ctx.beginPath()
        ctx.moveTo(Math.cos(a) * r, Math.sin(a) * r)
        ctx.lineTo(Math.cos(a) * (r + l), Math.sin(a) * (r + l))
        ctx.stroke()
      }
    }
    const a0 = random() * 6.2832 + (t * 0.25) / Math.pow(q, 1.5)
    if (chance(random, p.arcs)) {
      ctx.strokeStyle = color
      ctx.lineWidth = between(random, 5, 22) * u
      ctx.beginPath()
      ctx.arc(0, 0, r, a0 - between(random, 0.4, 2.4), a0)
      ctx.stroke()
    }
    for (let b = 0; b < p.bodies; b++) {
      const a = a0 + b * 2.4, size = between(random, 8, 30) * u * (0.5 + q), x = Math.cos(a) * r, y = Math.sin(a) * r
      ctx.save()
      ctx.translate(x, y)
      ctx.scale(1, 1 / p.squash)
      body(size, color, Math.atan2(y, x) - 0)
      ctx.restore()
    }
  })
  ctx.scale(1, 1 / p.squash)
  const sr = p.sun * side
  ctx.fillStyle = p.sunColor === 'ink' ? line : colors[p.sunColor ?? 0]
  disc(ctx, 0, 0, sr)
  ctx.fill()

  // The side that faces the centre is lit.
  function body(size, color, toward) {
    ctx.fillStyle = back || paper
    disc(ctx, 0, 0, size + 5 * u)
    ctx.fill()
    disc(ctx, 0, 0, size)
    ctx.fillStyle = color
    ctx.fill()
    clipped(ctx, () => disc(ctx, 0, 0, size), () => {
      ctx.fillStyle = shade(color, -0.16)
      disc(ctx, Math.cos(toward) * size * 0.75, Math.sin(toward) * size * 0.75, size * 1.05)
      ctx.fill()
    })
    if (chance(random, 0.3)) {
      ctx.strokeStyle = line
      ctx.lineWidth = 1.6 * u
      ctx.beginPath()
      ctx.ellipse(0, 0, size * 1.8, size * 0.5, 0.5, 0, 7)
      ctx.stroke()
    }
    if (chance(random, p.moons)) {
      const a = random() * 6.28
      ctx.fillStyle = line
      disc(ctx, Math.cos(a) * size * 1.7, Math.sin(a) * size * 1.7, size * 0.2)
      ctx.fill()
    }
  }
}
