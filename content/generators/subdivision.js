// A sheet cut in two, and every piece again, until someone says stop.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, chance, pick, pickLeading } from './lib/random.js'
import { ground, unit } from './lib/canvas.js'
import { hatch } from './lib/geometry.js'

export const meta = { family: 'subdivision', title: 'Recursive subdivisions', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'bauhaus-dust', depth: 6, ratio: [0.3, 0.7], least: 60, stop: 0.12, style: ['flat'], gap: 6, margin: 90, bias: 1.3, empty: 0.2,
    angle: 0, hatchGap: 6, weight: 1.4, focus: 0, ratios: null, drift: 0, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  if (p.angle) {
    ctx.translate(width / 2, height / 2)
    ctx.rotate(p.angle)
    ctx.scale(p.shrink || 0.82, p.shrink || 0.82)
    ctx.translate(-width / 2, -height / 2)
  }
  const leaves = []
  const divide = (x, y, w, h, depth) => {
    const cx = (x + w / 2) / width, cy = (y + h / 2) / height
    const pull = p.focus ? Math.max(0, 1 - Math.hypot(cx - (p.at?.[0] ?? 0.5), cy - (p.at?.[1] ?? 0.5)) * p.focus) : 1
    if (depth <= 0 || Math.min(w, h) < p.least * u * (p.focus ? 0.35 + 1.6 * (1 - pull) : 1) || (depth < p.depth - 1 && chance(random, p.stop))) return leaves.push([x, y, w, h])
    const r = p.ratios ? pick(random, p.ratios) : between(random, ...p.ratio)
    const upright = p.strict ? depth % 2 === 0 : w / h > 1.25 ? true : h / w > 1.25 ? false : chance(random, 0.5)
    if (upright) {
      divide(x, y, w * r, h, depth - 1)
      divide(x + w * r, y, w * (1 - r), h, depth - 1)
    } else {
      divide(x, y, w, h * r, depth - 1)
      divide(x, y + h * r, w, h * (1 - r), depth - 1)
    }
  }
  divide(m, m, width - 2 * m, height - 2 * m, p.depth)
  const g = (p.gap / 2) * u
  for (const [x0, y0, w0, h0] of leaves) {
    const x = x0 + g, y = y0 + g, w = w0 - 2 * g, h = h0 - 2 * g
    if (w < 1 || h < 1) continue
    const style = pick(random, p.style), dice = random()
    let color = pickLeading(random, colors, p.bias)
    if (p.drift) {
      const v = 0.5 + 0.8 * fbm(noise, (x / width) * p.drift, (y / height) * p.drift, 2) + between(random, -0.1, 0.1)
      color = colors[Math.max(0, Math.min(colors.length - 1, Math.floor(v * colors.length)))]
    }
    ctx.fillStyle = ctx.strokeStyle = color
    ctx.lineWidth = p.weight * u
    ctx.lineCap = 'butt'
    if (dice < p.empty && style !== 'outline') {
      if (p.frame) ctx.strokeRect(x, y, w, h)
      continue
    }
    const other = pick(random, colors.filter((c) => c !== color)) || ink
    if (style === 'flat') ctx.fillRect(x, y, w, h)
    else if (style === 'outline') ctx.strokeRect(x, y, w, h)
    else if (style === 'quarter') {
      ctx.fillRect(x, y, w, h)
      const r = Math.min(w, h), corner = Math.floor(random() * 4)
      ctx.fillStyle = other
      ctx.beginPath()
      const cx = corner % 2 ? x + w : x, cy = corner > 1 ? y + h : y
      const a = [0, Math.PI / 2, Math.PI * 1.5, Math.PI][corner]
      ctx.moveTo(cx, cy)
      ctx.arc(cx, cy, r, a, a + Math.PI / 2)
      ctx.fill()
    } else if (style === 'disc') {
      ctx.fillRect(x, y, w, h)
      ctx.fillStyle = other
      ctx.beginPath()
      ctx.arc(x + w / 2, y + h / 2, Math.min(w, h) * 0.36, 0, 7)
      ctx.fill()
    } else if (style === 'diagonal') {
      ctx.fillRect(x, y, w, h)
      ctx.fillStyle = other
      ctx.beginPath()
      const flip = chance(random, 0.5)
      ctx.moveTo(flip ? x + w : x, y)
      ctx.lineTo(flip ? x : x + w, y + h)
      ctx.lineTo(flip ? x + w : x, y + h)
      ctx.fill()
    } else if (style === 'nested') {
      const step = (p.nest || 9) * u
      for (let k = 0; k * step * 2 < Math.min(w, h); k++) {
        ctx.fillStyle = k % 2 ? paper : color
        ctx.fillRect(x + k * step, y + k * step, w - 2 * k * step, h - 2 * k * step)
      }
    } else if (style === 'hatch') {
      const dir = pick(random, p.angles || [0, Math.PI / 4, Math.PI / 2, (3 * Math.PI) / 4])
      const dense = 0.6 + 1.4 * random()
      hatch([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dir, p.hatchGap * dense * u, (a, b, c, d) => {
        ctx.beginPath()
        ctx.moveTo(a, b)
        ctx.lineTo(c, d)
        ctx.stroke()
      })
    } else if (style === 'marks') mud(x, y, w, h, color)
    else if (style === 'dots') {
      const s = (p.hatchGap * 2.4) * u, nx = Math.max(1, Math.floor(w / s)), ny = Math.max(1, Math.floor(h / s))
      for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) {
        ctx.beginPath()
        ctx.arc(x + ((i + 0.5) * w) / nx, y + ((j + 0.5) * h) / ny, s * 0.27, 0, 7)
        ctx.fill()
      }
    }
  }

  // Painted signs on a dark or light field: zigzag, crosses, comb, ladder, eyes.
  function mud(x, y, w, h, color) {
    const dark = chance(random, p.ground ?? 0.7)
    ctx.fillStyle = dark ? color : paper
    ctx.fillRect(x, y, w, h)
    ctx.strokeStyle = ctx.fillStyle = dark ? paper : color
    ctx.lineWidth = Math.max(3, Math.min(w, h) * 0.05)
    ctx.lineJoin = 'miter'
    const kind = Math.floor(random() * 5), long = w > h, L = long ? w : h, S = long ? h : w
    ctx.save()
    ctx.translate(x, y)
    if (!long) ctx.transform(0, 1, 1, 0, 0, 0)
    const n = Math.max(2, Math.round(L / S) * 2 + 1), q = L / n, pad = S * 0.2
    ctx.beginPath()
    if (kind === 0) for (let i = 0; i <= n; i++) ctx[i ? 'lineTo' : 'moveTo'](Math.min(L - 4, Math.max(4, i * q)), i % 2 ? pad : S - pad)
    else if (kind === 1) for (let i = 0; i < n; i++) {
      const c = (i + 0.5) * q, r = Math.min(q, S) * 0.28
      ctx.moveTo(c - r, S / 2 - r)
      ctx.lineTo(c + r, S / 2 + r)
      ctx.moveTo(c + r, S / 2 - r)
      ctx.lineTo(c - r, S / 2 + r)
    } else if (kind === 2) for (let i = 0; i < n; i++) {
      ctx.moveTo((i + 0.5) * q, i % 2 ? 0 : pad)
      ctx.lineTo((i + 0.5) * q, i % 2 ? S - pad : S)
    } else if (kind === 3) {
      ctx.moveTo(0, pad)
      ctx.lineTo(L, pad)
      ctx.moveTo(0, S - pad)
      ctx.lineTo(L, S - pad)
      for (let i = 0; i < n; i++) {
        ctx.moveTo((i + 0.5) * q, pad)
        ctx.lineTo((i + 0.5) * q, S - pad)
      }
    } else for (let i = 0; i < n; i++) {
      const c = (i + 0.5) * q, r = Math.min(q, S) * 0.3
      ctx.moveTo(c + r, S / 2)
      ctx.arc(c, S / 2, r, 0, Math.PI * 2)
      ctx.moveTo(c + r * 0.25, S / 2)
      ctx.arc(c, S / 2, r * 0.25, 0, Math.PI * 2)
    }
    ctx.stroke()
    ctx.restore()
  }
}
