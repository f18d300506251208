// Pendulums that die away slowly, with a pen at the end.
import { palette } from './lib/palettes.js'
import { alpha } from './lib/color.js'
import { between } from './lib/random.js'
import { ground, unit } from './lib/canvas.js'

export const meta = { family: 'harmonograph', title: 'Harmonographs', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'ultramarine', figures: 1, ratio: [2, 3], detune: 0.004, decay: 0.004, swings: 90, weight: 1.1, opacity: 0.75, fill: 0.84,
    layout: 'centre', spread: 0.1, echo: 0, rotary: 0.6, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height)
  ground(ctx, width, height, paper)
  const figure = (cx, cy, w, h, color, phases, ratio, detune) => {
    const points = [], n = p.swings * 160
    let x0 = 9, x1 = -9, y0 = 9, y1 = -9
    for (let i = 0; i < n; i++) {
      const s = (i / 160) * Math.PI * 2 / Math.max(...ratio), d = Math.exp(-p.decay * s)
      const x = d * (Math.sin(s * ratio[0] + phases[0]) + p.rotary * Math.sin(s * (ratio[1] + detune) + phases[1]))
      const y = d * (Math.sin(s * ratio[1] + phases[2] + t * 0.1) + p.rotary * Math.cos(s * (ratio[0] - detune) + phases[3]))
      points.push([x, y])
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
    }
    const k = Math.min(w / (x1 - x0), h / (y1 - y0)) * p.fill
    ctx.strokeStyle = alpha(color, p.opacity)
    ctx.lineWidth = p.weight * u
    // Short runs, so that crossings of a line with itself darken as ink does.
    for (let i = 0; i < points.length - 1; i += 40) {
      ctx.beginPath()
      for (let j = i; j <= Math.min(points.length - 1, i + 40); j++) {
        const X = cx + (points[j][0] - (x0 + x1) / 2) * k, Y = cy + (points[j][1] - (y0 + y1) / 2) * k
        j === i ? ctx.moveTo(X, Y) : ctx.lineTo(X, Y)
      }
      ctx.stroke()
    }
  }
  ctx.lineCap = 'butt'
  const phases = () => Array.from({ length: 4 }, () => random() * Math.PI * 2)
  const tune = () => p.detune * between(random, 0.6, 1.4) * (random() < 0.5 ? -1 : 1)
  if (p.layout === 'grid') {
    const [nx, ny] = p.grid || [3, 4], m = (p.margin ?? 90) * u, cw = (width - 2 * m) / nx, ch = (height - 2 * m) / ny
    const base = phases()
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const r = p.ratios ? p.ratios[(j * nx + i) % p.ratios.length] : p.ratio
        const color = p.ink ? ink : colors[(j * nx + i) % colors.length]
        figure(m + (i + 0.5) * cw, m + (j + 0.5) * ch, cw, ch, color, base.map((v, k) => v + (i * 0.35 + j * 0.5) * (k + 1) * 0.6), r, tune())
      }
    }
    return
  }
  const base = phases(), detune = tune()
  for (let f = 0; f < p.figures; f++) {
    const color = p.ink ? (f === p.figures - 1 ? ink : colors[f % colors.length]) : colors[f % colors.length]
    const ratio = p.ratios ? p.ratios[f % p.ratios.length] : p.ratio
    const shift = p.layout === 'row' ? [(f - (p.figures - 1) / 2) * p.spread * width, 0] : p.layout === 'stack' ? [0, (f - (p.figures - 1) / 2) * p.spread * height] : [0, 0]
    const w = p.layout === 'row' ? width * Math.max(0.3, 1 - p.spread * (p.figures - 1)) : width
    const h = p.layout === 'stack' ? height * Math.max(0.3, 1 - p.spread * (p.figures - 1)) : height
    const ph = p.echo ? base.map((v, k) => v + f * p.echo * (k % 2 ? 1 : -0.6)) : f ? phases() : base
    figure(width / 2 + shift[0], height / 2 + shift[1], w, h, color, ph, ratio, p.echo ? detune : f ? tune() : detune)
  }
}
