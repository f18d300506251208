// Plans of places that do not exist: plots, lanes, a river, a square, and the fields around them.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { between, chance, pick, pickLeading } from './lib/random.js'
import { clipped, disc, ground, path, smooth, unit } from './lib/canvas.js'
import { area, centroid, cut, hatch, inset, scatter, voronoi } from './lib/geometry.js'

export const meta = { family: 'town-plan', title: 'Town plans', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'baltic', style: 'town', quarters: 120, lane: 7, least: 900, river: 34, margin: 90, green: 0.1, wall: false, field: 7, bias: 1.2, figure: 0, furrow: 0.6,
    warp: 0.5, core: [0.5, 0.5], canal: false, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  const x0 = m, y0 = m, x1 = width - m, y1 = height - m, core = [p.core[0] * width, p.core[1] * height], side = Math.min(width, height)
  const far = (x, y) => Math.hypot(x - core[0], y - core[1]) / side
  const points = scatter(random, x0, y0, x1, y1, (x, y) => (p.even ? 0.5 : 0.14 + far(x, y)) * side * 0.16 * Math.sqrt(120 / p.quarters), 9000, 9)
  const cells = voronoi(points, x0, y0, x1, y1)
  const water = p.waterColor !== undefined ? colors[p.waterColor] : colors[1]
  if (p.base) {
    ctx.fillStyle = colors[p.base]
    ctx.fillRect(x0, y0, x1 - x0, y1 - y0)
  }
  // Split a block along its longest side until the plots are small enough.
  const plots = (poly, least, out = [], depth = 0) => {
    const a = Math.abs(area(poly))
    if (a < least * u * u * between(random, 0.8, 1.6) || depth > 8 || poly.length < 3) return out.push(poly) && out
    let best = 0, dir = [1, 0]
    for (let i = 0; i < poly.length; i++) {
      const q = poly[(i + 1) % poly.length], d = Math.hypot(q[0] - poly[i][0], q[1] - poly[i][1])
      if (d > best) {
        best = d
        dir = [(q[0] - poly[i][0]) / d, (q[1] - poly[i][1]) / d]
      }
    }
    const c = centroid(poly), k = between(random, -0.12, 0.12) * best
    const ox = c[0] + dir[0] * k, oy = c[1] + dir[1] * k
    plots(cut(poly, ox, oy, dir[0], dir[1]), least, out, depth + 1)
    plots(cut(poly, ox, oy, -dir[0], -dir[1]), least, out, depth + 1)
    return out
  }
  cells.forEach((cell) => {
    const block = inset(cell, (p.lane / 2) * u * (1 + (p.style === 'polder' ? 0 : chance(random, 0.2) ? 1 : 0)))
    if (block.length < 3) return
    const c = centroid(block), d = far(...c), dice = random()
    if (p.style === 'polder' || d > (p.edge || 0.42) + 0.06 * noise(c[0] / side * 4, c[1] / side * 4)) return fieldOf(block, c)
    if (dice < p.green) return park(block)
    for (const plot of plots(block, p.least * (0.5 + d * 3))) {
      const house = inset(plot, 1.1 * u)
      if (house.length < 3) continue
      const solid = chance(random, p.figure)
      const color = solid ? ink : pickLeading(random, p.roofs ? p.roofs.map((i) => colors[i]) : colors, p.bias)
      path(ctx, house, true)
      ctx.fillStyle = color
      ctx.fill()
      if (p.yards && chance(random, p.yards)) {
        const yard = inset(house, 7 * u)
        if (yard.length > 2 && Math.abs(area(yard)) > 60 * u * u) {
          path(ctx, yard, true)
          ctx.fillStyle = paper
          ctx.fill()
        }
      }
    }
  })
  if (p.river) river()
  if (p.wall) {
    ctx.strokeStyle = ink
    ctx.lineWidth = 7 * u
    const ring = Array.from({ length: 40 }, (_, i) => {
      const a = (i / 40) * 6.2832, r = side * ((p.edge || 0.42) - 0.02) * (1 + 0.08 * noise(Math.cos(a) * 2, Math.sin(a) * 2, 5.5))
      return [core[0] + Math.cos(a) * r, core[1] + Math.sin(a) * r]
    })
    smooth(ctx, ring, true)
    ctx.stroke()
  }

  function fieldOf(block, c) {
    const v = 0.5 + 0.7 * fbm(noise, c[0] / side * 1.5, c[1] / side * 1.5, 2) + between(random, -0.16, 0.16)
    const list = p.fields ? p.fields.map((i) => colors[i]) : colors
    const strips = p.strips ? plots(block, p.strips) : [block]
    const angle = Math.atan2(c[1] - core[1], c[0] - core[0]) + (chance(random, 0.5) ? Math.PI / 2 : 0) + p.warp * noise(c[0] / side, c[1] / side)
    for (const strip of strips) {
      const q = inset(strip, 1.2 * u)
      if (q.length < 3) continue
      const color = p.strips && chance(random, 0.5) ? pick(random, list) : list[Math.max(0, Math.min(list.length - 1, Math.floor(v * list.length)))]
      path(ctx, q, true)
      ctx.fillStyle = color
      ctx.fill()
      if (!chance(random, p.furrow)) continue
      ctx.strokeStyle = shade(color, -0.09)
      ctx.lineWidth = 1.4 * u
      clipped(ctx, () => path(ctx, q, true), () => hatch(q, angle, p.field * u * between(random, 0.8, 1.5), (a, b, e, f) => {
        ctx.beginPath()
        ctx.moveTo(a, b)
        ctx.lineTo(e, f)
        ctx.stroke()
      }))
    }
  }
  function park(block) {
    path(ctx, block, true)
    ctx.fillStyle = p.parkColor !== undefined ? colors[p.parkColor] : colors[2 % colors.length]
    ctx.fill()
    clipped(ctx, () => path(ctx, block, true), () => {
      const c = centroid(block)
      ctx.fillStyle = shade(ctx.fillStyle, -0.1)
      for (let k = 0; k < 40; k++) {
        disc(ctx, c[0] + between(random, -80, 80) * u, c[1] + between(random, -80, 80) * u, between(random, 3, 6) * u)
        ctx.fill()
      }
    })
  }
  function river() {
    const upright = height > width, pts = [], n = 9, at = between(random, 0.3, 0.7)
    for (let i = -1; i <= n + 1; i++) {
      const q = i / n, w = at + 0.2 * noise(q * 2.3, 3.3, 1.2) + 0.06 * noise(q * 6, 1, 4)
      pts.push(upright ? [w * width, q * height] : [q * width, w * height])
    }
    clipped(ctx, () => {
      ctx.beginPath()
      ctx.rect(x0, y0, x1 - x0, y1 - y0)
    }, () => {
      for (const [color, w] of [[paper, p.river + 12], [water, p.river]]) {
        ctx.strokeStyle = color
        ctx.lineWidth = w * u
        smooth(ctx, pts)
        ctx.stroke()
      }
      ctx.strokeStyle = paper
      ctx.lineWidth = 6 * u
      for (let k = 2; k < n; k += 2) {
        const [x, y] = pts[k]
        ctx.beginPath()
        upright ? (ctx.moveTo(x - p.river * u, y), ctx.lineTo(x + p.river * u, y)) : (ctx.moveTo(x, y - p.river * u), ctx.lineTo(x, y + p.river * u))
        ctx.stroke()
      }
    })
  }
}
