// Two chemicals that feed on each other (Gray-Scott), printed as ink on paper.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between } from './lib/random.js'
import { field, pixels, smoothstep, triples } from './lib/canvas.js'

export const meta = { family: 'reaction-diffusion', title: 'Reaction and diffusion', moving: false }

// Feed and kill rates that are known to grow different things.
const habits = {
  coral: [0.0545, 0.062], maze: [0.029, 0.057], spots: [0.03, 0.0622], worms: [0.046, 0.063],
  holes: [0.039, 0.058], cells: [0.0367, 0.0649], bubbles: [0.098, 0.0555],
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'lichen', habit: 'coral', cell: 5, steps: 3200, start: 'drops', drops: 24, margin: 0.09, shape: 'page',
    level: 0.22, rim: 0, drift: 0.002, tint: 1.2, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const cell = p.cell * (Math.sqrt(width * height) / 1600)
  const w = Math.ceil(width / cell), h = Math.ceil(height / cell), n = w * h
  const noise = createNoise(random)
  let a = new Float32Array(n).fill(1), b = new Float32Array(n), a2 = new Float32Array(n).fill(1), b2 = new Float32Array(n)
  const feed = new Float32Array(n), kill = new Float32Array(n), open = new Uint8Array(n)
  const [f0, k0] = habits[p.habit]
  const s = Math.min(w, h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x, v = fbm(noise, (x / s) * p.tint, (y / s) * p.tint, 2, 4.2)
      feed[i] = f0 + v * p.drift * 2
      kill[i] = k0 + v * p.drift * 0.5
      const dx = (x - w / 2) / s, dy = (y - h / 2) / s
      const wobble = 0.03 * noise((x / s) * 3, (y / s) * 3, 8.1)
      if (p.shape === 'disc') open[i] = Math.hypot(dx, dy) + wobble < 0.5 - p.margin ? 1 : 0
      else if (p.shape === 'stone') open[i] = Math.hypot(dx * 0.95, dy * 1.12) + wobble * 3.2 < 0.5 - p.margin ? 1 : 0
      else if (p.shape === 'arch') open[i] = Math.abs(dx) < 0.3 && (dy > -0.12 ? dy < h / s / 2 - p.margin : Math.hypot(dx, dy + 0.12) < 0.3) ? 1 : 0
      else open[i] = x > p.margin * s && y > p.margin * s && x < w - p.margin * s && y < h - p.margin * s ? 1 : 0
    }
  }
  const put = (cx, cy, r) => {
    for (let y = Math.floor(cy - r); y <= cy + r; y++) {
      for (let x = Math.floor(cx - r); x <= cx + r; x++) {
        if (x > 1 && y > 1 && x < w - 2 && y < h - 2 && (x - cx) ** 2 + (y - cy) ** 2 <= r * r) b[y * w + x] = 0.9
      }
    }
  }
  for (let k = 0; k < p.drops; k++) {
    const x = random(), y = random(), r = between(random, 2, 4)
    if (p.start === 'line') put(w * (0.1 + 0.8 * (k / p.drops)), h / 2 + Math.sin(k * 0.7) * s * 0.03, r)
    else if (p.start === 'centre') put(w / 2 + (x - 0.5) * s * 0.16, h / 2 + (y - 0.5) * s * 0.16, r)
    else if (p.start === 'ring') put(w / 2 + Math.cos((k / p.drops) * 6.283) * s * 0.3, h / 2 + Math.sin((k / p.drops) * 6.283) * s * 0.3, r)
    else put(x * w, y * h, r)
  }
  for (let i = 0; i < n; i++) if (!open[i]) b[i] = 0
  for (let step = 0; step < p.steps; step++) {
    for (let y = 1; y < h - 1; y++) {
      for (let i = y * w + 1, end = y * w + w - 1; i < end; i++) {
        if (!open[i]) continue
        const A = a[i], B = b[i], abb = A * B * B
        const la = (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]) * 0.2 + (a[i - w - 1] + a[i - w + 1] + a[i + w - 1] + a[i + w + 1]) * 0.05 - A
        const lb = (b[i - 1] + b[i + 1] + b[i - w] + b[i + w]) * 0.2 + (b[i - w - 1] + b[i - w + 1] + b[i + w - 1] + b[i + w + 1]) * 0.05 - B
        a2[i] = A + la - abb + feed[i] * (1 - A)
        b2[i] = B + lb * 0.5 + abb - (kill[i] + feed[i]) * B
      }
    }
    ;[a, a2] = [a2, a]
    ;[b, b2] = [b2, b]
  }
  const read = field(width, height, cell, (x, y) => {
    const i = Math.min(h - 1, Math.max(0, Math.round(y / cell))) * w + Math.min(w - 1, Math.max(0, Math.round(x / cell)))
    return b[i]
  })
  const tone = field(width, height, 24, (x, y) => fbm(noise, (x / width) * 1.3 + 5, (y / height) * 1.3, 2, 1.7))
  const inks = triples(p.inkOnly ? [ink] : colors), [pr, pg, pb] = triples([paper])[0], rim = triples([p.rimColor || ink])[0]
  const edge = 0.022 * (5 / p.cell)
  pixels(ctx, width, height, (x, y) => {
    const v = read(x, y)
    if (v < p.level - edge) return [pr, pg, pb]
    const q = Math.max(0, Math.min(inks.length - 1, Math.floor((tone(x, y) * 1.5 + 0.5) * inks.length)))
    let c = inks[q]
    if (p.rim && v < p.level + p.rim) {
      const m = smoothstep(p.level + p.rim - edge, p.level + p.rim + edge, v)
      c = [rim[0] + (c[0] - rim[0]) * m, rim[1] + (c[1] - rim[1]) * m, rim[2] + (c[2] - rim[2]) * m]
    }
    const k = smoothstep(p.level - edge, p.level + edge, v)
    return [pr + (c[0] - pr) * k, pg + (c[1] - pg) * k, pb + (c[2] - pb) * k]
  })
}
