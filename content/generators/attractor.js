// One point, thrown back into its own formula some million times; where it lands is counted and developed like a plate.
import { palette } from './lib/palettes.js'
import { ramp } from './lib/color.js'
import { pixels, triples } from './lib/canvas.js'

export const meta = { family: 'attractor', title: 'Strange attractors', moving: true }

const maps = {
  clifford: (x, y, [a, b, c, d]) => [Math.sin(a * y) + c * Math.cos(a * x), Math.sin(b * x) + d * Math.cos(b * y)],
  dejong: (x, y, [a, b, c, d]) => [Math.sin(a * y) - Math.cos(b * x), Math.sin(c * x) - Math.cos(d * y)],
  svensson: (x, y, [a, b, c, d]) => [d * Math.sin(a * x) - Math.sin(b * y), c * Math.cos(a * x) + Math.cos(b * y)],
  fractal: (x, y, [a, b, c, d]) => [Math.sin(y * b) + c * Math.sin(x * b), Math.sin(x * a) + d * Math.sin(y * a)],
}

export function draw(ctx, { width, height, random, params, t }) {
  const p = { palette: 'night-ferry', map: 'clifford', k: [-1.7, 1.3, -0.1, -1.2], points: 9e6, fill: 0.82, gamma: 0.42, turn: 0, stops: null, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const map = maps[p.map], k = p.k.map((v, i) => v + Math.sin(t * 0.11 + i * 1.9) * 0.02 - Math.sin(i * 1.9) * 0.02)
  const cs = Math.cos(p.turn), sn = Math.sin(p.turn)
  let x = random() * 0.2, y = random() * 0.2
  let x0 = 9, x1 = -9, y0 = 9, y1 = -9
  const bound = (n) => {
    for (let i = 0; i < n; i++) {
      ;[x, y] = map(x, y, k)
      if (i < 100) continue
      const X = x * cs - y * sn, Y = x * sn + y * cs
      if (X < x0) x0 = X
      if (X > x1) x1 = X
      if (Y < y0) y0 = Y
      if (Y > y1) y1 = Y
    }
  }
  bound(60000)
  const scale = Math.min((width * p.fill) / (x1 - x0), (height * p.fill) / (y1 - y0))
  const ox = width / 2 - ((x0 + x1) / 2) * scale, oy = height / 2 - ((y0 + y1) / 2) * scale
  const count = new Float32Array(width * height), where = new Float32Array(width * height)
  const put = (X, Y, w, s) => {
    const i = Math.floor(X), j = Math.floor(Y)
    if (i < 0 || j < 0 || i >= width - 1 || j >= height - 1) return
    const fx = X - i, fy = Y - j, at = j * width + i
    const add = (o, q) => {
      count[o] += q
      where[o] += q * s
    }
    add(at, w * (1 - fx) * (1 - fy))
    add(at + 1, w * fx * (1 - fy))
    add(at + width, w * (1 - fx) * fy)
    add(at + width + 1, w * fx * fy)
  }
  const total = p.points * ((width * height) / 2.4e6)
  for (let n = 0; n < total; n++) {
    const px = x, [nx, ny] = map(x, y, k)
    const speed = Math.min(1, Math.abs(nx - px) / 2.4)
    x = nx
    y = ny
    put(ox + (x * cs - y * sn) * scale, oy + (x * sn + y * cs) * scale, 1, speed)
  }
  // The brightest hundredth would leave everything else dark; develop against a high percentile instead.
  const sample = []
  for (let i = 0; i < count.length; i += 37) if (count[i] > 0) sample.push(count[i])
  sample.sort((a, b) => a - b)
  const top = sample[Math.floor(sample.length * 0.992)] || 1
  const table = p.hues
    ? p.hues.map((stops) => triples(ramp(stops.map((s) => ({ paper, ink })[s] || colors[s]), 512)))
    : [triples(ramp(p.stops ? p.stops.map((s) => ({ paper, ink })[s] || colors[s]) : [paper, colors[0], ink], 512))]
  pixels(ctx, width, height, (i, j) => {
    const at = j * width + i, c = count[at]
    if (!c) return table[0][0]
    const v = Math.min(511, Math.floor(Math.pow(Math.min(1, c / top), p.gamma) * 511))
    if (table.length === 1) return table[0][v]
    const s = where[at] / c, q = Math.min(0.999, Math.max(0, s)) * (table.length - 1), lo = Math.floor(q), f = q - lo
    const a = table[lo][v], b = table[lo + 1][v]
    return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, a[2] + (b[2] - a[2]) * f]
  })
}
