// Circles that fill a shape, largest room first.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, pick, pickLeading } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'circle-packing', title: 'Circle packings', moving: false }

const shapes = {
  page: (x, y, w, h, m) => Math.min(x - m, y - m, w - m - x, h - m - y),
  disc: (x, y, w, h, m) => Math.min(w, h) / 2 - m - Math.hypot(x - w / 2, y - h / 2),
  ring: (x, y, w, h, m) => (Math.min(w, h) / 2 - m) * 0.32 - Math.abs(Math.hypot(x - w / 2, y - h / 2) - (Math.min(w, h) / 2 - m) * 0.68),
  bean: (x, y, w, h, m) => {
    const s = Math.min(w, h) - 2 * m, a = Math.hypot(x - w * 0.44, y - h * 0.37) - s * 0.27, b = Math.hypot(x - w * 0.55, y - h * 0.63) - s * 0.3
    return -Math.min(a, b)
  },
  drop: (x, y, w, h, m) => {
    const s = Math.min(w, h) - 2 * m, cy = h * 0.6, dy = (y - cy) / (s * 0.42)
    return dy > 0 ? s * 0.36 - Math.hypot(x - w / 2, y - cy) : s * 0.36 * Math.max(0, 1 + dy * 0.72) - Math.abs(x - w / 2)
  },
  shore: (x, y, w, h, m) => Math.min(x - m, w - m - x, h - m - y, y - h * (0.52 + 0.1 * Math.sin((x / w) * 5 + 1))),
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'persimmon', shape: 'page', count: 1600, radius: [4, 90], gap: 3, margin: 80, style: 'solid', grain: 1.4,
    bias: 1.6, outline: 1.6, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random)
  ground(ctx, width, height, paper)
  const low = p.radius[0] * u, high = p.radius[1] * u, gap = p.gap * u
  const placed = [], size = high, grid = new Map()
  // Less than the smallest circle is no room; how much less is not worth finding out.
  const room = (x, y) => {
    let r = shapes[p.shape](x, y, width, height, p.margin * u)
    if (r < low) return r
    const gx = Math.floor(x / size), gy = Math.floor(y / size)
    for (let j = gy - 2; j <= gy + 2; j++) {
      for (let i = gx - 2; i <= gx + 2; i++) {
        for (const c of grid.get(j * 512 + i) || []) {
          r = Math.min(r, Math.hypot(c.x - x, c.y - y) - c.r - gap)
          if (r < low) return r
        }
      }
    }
    return r
  }
  // The allowed size shrinks as the page fills: a few masters first, then their followers.
  for (let n = 0; n < p.count * 40 && placed.length < p.count; n++) {
    const x = random() * width, y = random() * height
    const local = p.grain ? 0.5 + 0.5 * fbm(noise, (x / width) * p.grain * 2, (y / height) * p.grain * 2, 2) : 1
    const cap = Math.max(low, high * Math.pow(0.9985, n / (p.patience || 6)) * (0.35 + local))
    const r = Math.min(room(x, y), cap)
    if (r < low || (r < cap * 0.75 && n < p.count * 20)) continue
    const c = { x, y, r, n: placed.length }
    placed.push(c)
    const k = Math.floor(y / size) * 512 + Math.floor(x / size)
    if (!grid.has(k)) grid.set(k, [])
    grid.get(k).push(c)
  }
  const colorOf = (c) => {
    if (p.colorBy === 'noise') {
      const v = 0.5 + 0.8 * fbm(noise, c.x / width * 1.6 + 9, c.y / height * 1.6, 2) + between(random, -0.12, 0.12)
      return colors[Math.max(0, Math.min(colors.length - 1, Math.floor(v * colors.length)))]
    }
    if (p.colorBy === 'size') return colors[Math.min(colors.length - 1, Math.floor((1 - Math.pow((c.r - low) / (high - low + 1), 0.4)) * colors.length))]
    return pickLeading(random, colors, p.bias)
  }
  for (const c of placed) {
    const color = colorOf(c), turn = random() * Math.PI * 2
    const style = Array.isArray(p.style) ? pick(random, p.style) : p.style
    ctx.lineWidth = p.outline * u
    ctx.strokeStyle = color
    ctx.fillStyle = color
    if (style === 'solid') {
      disc(ctx, c.x, c.y, c.r)
      ctx.fill()
    } else if (style === 'rings') {
      const step = (p.ringStep || 7) * u
      for (let r = c.r; r > step * 0.4; r -= step) {
        disc(ctx, c.x, c.y, r)
        ctx.stroke()
      }
    } else if (style === 'target') {
      let r = c.r, i = 0
      while (r > 2 * u && i < 4) {
        ctx.fillStyle = i % 2 ? paper : i ? pickLeading(random, colors, p.bias) : color
        disc(ctx, c.x, c.y, r)
        ctx.fill()
        r *= between(random, 0.5, 0.8)
        i++
      }
    } else if (style === 'half') {
      ctx.beginPath()
      ctx.arc(c.x, c.y, c.r, p.turn ?? turn, (p.turn ?? turn) + Math.PI)
      ctx.fill()
      ctx.fillStyle = colors[(colors.indexOf(color) + 1) % colors.length]
      ctx.beginPath()
      ctx.arc(c.x, c.y, c.r, (p.turn ?? turn) + Math.PI, (p.turn ?? turn) + Math.PI * 2)
      ctx.fill()
    } else if (style === 'lines') {
      ctx.save()
      disc(ctx, c.x, c.y, c.r)
      ctx.clip()
      ctx.translate(c.x, c.y)
      ctx.rotate(Math.round(turn / (Math.PI / 4)) * (Math.PI / 4))
      for (let y = -c.r; y < c.r; y += (p.ringStep || 6) * u) {
        ctx.beginPath()
        ctx.moveTo(-c.r, y)
        ctx.lineTo(c.r, y)
        ctx.stroke()
      }
      ctx.restore()
    } else if (style === 'pebble') {
      disc(ctx, c.x, c.y, c.r)
      ctx.fill()
      ctx.strokeStyle = paper
      ctx.lineWidth = Math.max(1 * u, c.r * 0.035)
      ctx.beginPath()
      const k = between(random, 0.2, 0.6) * c.r
      ctx.ellipse(c.x, c.y, c.r * 1.02, k, turn, 0.15, Math.PI - 0.15)
      ctx.stroke()
    } else {
      disc(ctx, c.x, c.y, c.r)
      ctx.strokeStyle = ink
      ctx.stroke()
    }
  }
}
