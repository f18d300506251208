// Seeds set at the golden angle, and what they grow into.
import { palette } from './lib/palettes.js'
import { mix } from './lib/color.js'
import { between } from './lib/random.js'
import { clamp, disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'phyllotaxis', title: 'Phyllotaxis', moving: true }

const golden = Math.PI * (3 - Math.sqrt(5))

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'marigold', seeds: 900, angle: 0, power: 0.5, size: [2, 13], style: 'disc', colorBy: 'ring', family: 21, radius: 0.42, at: [0.5, 0.5],
    heads: 1, swell: 'out', squash: 1, stem: false, inner: 0, outline: 0, gradient: false, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), side = Math.min(width, height)
  ground(ctx, width, height, paper)
  const heads = p.heads === 1 ? [[p.at[0] * width, p.at[1] * height, 1]] : plant()
  if (p.stem) {
    for (const [x, y, k] of heads) {
      ctx.strokeStyle = ink
      ctx.lineWidth = 5 * u * k
      ctx.beginPath()
      ctx.moveTo(x, y)
      ctx.quadraticCurveTo(x + between(random, -30, 30) * u, y + (height - y) * 0.5, x + between(random, -50, 50) * u, height * 0.94)
      ctx.stroke()
    }
  }
  heads.forEach(([x, y, k], n) => head(x, y, k, n))

  function plant() {
    const out = []
    for (let tries = 0; tries < 4000 && out.length < p.heads; tries++) {
      const k = between(random, 0.3, 1) * (p.headScale || 1), r = p.radius * side * k, x = between(random, 0.08, 0.92) * width, y = between(random, 0.08, p.stem ? 0.62 : 0.92) * height
      if (x - r < width * 0.05 || x + r > width * 0.95 || y - r < height * 0.05 || y + r > height * 0.95) continue
      if (out.every(([a, b, q]) => Math.hypot(a - x, b - y) > (p.radius * side * q + r) * 1.06)) out.push([x, y, k])
    }
    return out
  }
  function head(cx, cy, scale, order) {
    const R = p.radius * side * scale, n = Math.round(p.seeds * (p.heads === 1 ? 1 : scale)), start = random() * 6.28
    const a = golden + p.angle
    // Petals overlap inwards, so the outermost is drawn first.
    const first = Math.floor(p.inner * n)
    for (let k = first; k < n; k++) {
      const i = p.style === 'petal' ? n - 1 - (k - first) : k
      const q = i / n, r = R * Math.pow(q, p.power), th = start + i * a + t * 0.05 * (1 - q)
      const x = cx + Math.cos(th) * r, y = cy + Math.sin(th) * r * p.squash
      const grow = p.swell === 'out' ? q : p.swell === 'in' ? 1 - q : p.swell === 'wave' ? 0.5 + 0.5 * Math.sin(q * 12) : 0.5 + 0.5 * Math.sin(i * 2 * Math.PI / p.family)
      const s = (p.size[0] + (p.size[1] - p.size[0]) * grow) * u * (p.heads === 1 ? 1 : Math.sqrt(scale))
      let color
      if (p.colorBy === 'ring') color = colors[Math.min(colors.length - 1, Math.floor(q * colors.length))]
      else if (p.colorBy === 'arm') color = colors[Math.floor((i % p.family) / p.family * colors.length)]
      else if (p.colorBy === 'head') color = colors[order % colors.length]
      else if (p.colorBy === 'blend') {
        const v = clamp(q, 0, 0.999) * (colors.length - 1)
        color = mix(colors[Math.floor(v)], colors[Math.floor(v) + 1], v % 1)
      } else color = random() < (p.accent || 0.04) ? colors[0] : ink
      ctx.fillStyle = ctx.strokeStyle = color
      ctx.lineWidth = (p.line || 1.6) * u
      ctx.save()
      ctx.translate(x, y)
      ctx.rotate(th)
      if (p.style === 'disc') {
        disc(ctx, 0, 0, s)
        ctx.fill()
      } else if (p.style === 'ring') {
        disc(ctx, 0, 0, s)
        ctx.stroke()
      } else if (p.style === 'petal') {
        const L = s * (p.long || 4)
        ctx.beginPath()
        ctx.moveTo(-L * 0.3, 0)
        ctx.quadraticCurveTo(L * 0.25, -s * 1.5, L * 0.8, 0)
        ctx.quadraticCurveTo(L * 0.25, s * 1.5, -L * 0.3, 0)
        ctx.fill()
        ctx.strokeStyle = paper
        ctx.lineWidth = 1.3 * u
        ctx.stroke()
      } else if (p.style === 'dash') {
        ctx.lineWidth = s * 0.42
        ctx.beginPath()
        ctx.moveTo(-s, 0)
        ctx.lineTo(s, 0)
        ctx.stroke()
      } else if (p.style === 'square') {
        ctx.fillRect(-s, -s, 2 * s, 2 * s)
      } else if (p.style === 'arc') {
        ctx.beginPath()
        ctx.arc(0, 0, s * 1.3, -1.2, 1.2)
        ctx.stroke()
      }
      ctx.restore()
    }
  }
}
