// Beds laid down one after another, then tilted, cut by faults, and studded with what fell in.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { mix, shade } from './lib/color.js'
import { between, chance, pickLeading } from './lib/random.js'
import { clipped, disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'strata', title: 'Strata', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'wet-slate', beds: 22, thick: [0.4, 2.4], wave: 0.06, tilt: 0.1, faults: 2, throw: 0.07, stones: 0.2, texture: 0.6, margin: 90,
    sky: 0, bias: 1.2, freq: 1.4, arch: 0, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  const x0 = m, y0 = m + p.sky * height, w = width - 2 * m, h = height - m - y0
  const faults = Array.from({ length: p.faults }, (_, i) => ({
    x: x0 + w * ((i + between(random, 0.3, 0.7)) / p.faults), lean: between(random, -0.35, 0.35), drop: between(random, -1, 1) * p.throw * height,
  }))
  const raw = Array.from({ length: p.beds }, () => between(random, ...p.thick)), sum = raw.reduce((a, b) => a + b, 0)
  const reach = 1.7
  let y = 0
  const beds = raw.map((r) => {
    const bed = { from: y, to: (y += (r / sum) * reach), color: pickLeading(random, colors, p.bias), kind: random(), dark: between(random, -0.05, 0.05) }
    return bed
  })
  const lift = (x, t) => {
    const n = fbm(noise, (x / w) * p.freq, t * 1.3, 3) * p.wave * 2.2
    return n + p.tilt * ((x - x0) / w - 0.5) + p.arch * ((x - x0 - w / 2) / w) ** 2
  }
  const yAt = (x, t) => y0 + h * (t - (reach - 1) / 2 + lift(x, t))
  // Every fault block is clipped and shifted as a whole.
  const edges = [null, ...faults, null]
  for (let b = 0; b <= p.faults; b++) {
    const left = edges[b], right = edges[b + 1]
    const drop = faults.slice(0, b).reduce((s, f) => s + f.drop, 0)
    const xOf = (f, yy) => f.x + f.lean * (yy - (y0 + h / 2))
    clipped(ctx, () => {
      ctx.beginPath()
      ctx.rect(x0, y0, w, h)
    }, () => clipped(ctx, () => {
      ctx.beginPath()
      ctx.moveTo(left ? xOf(left, y0) : x0, y0)
      ctx.lineTo(right ? xOf(right, y0) : x0 + w, y0)
      ctx.lineTo(right ? xOf(right, y0 + h) : x0 + w, y0 + h)
      ctx.lineTo(left ? xOf(left, y0 + h) : x0, y0 + h)
      ctx.closePath()
    }, () => {
      ctx.translate(0, drop)
      beds.forEach((bed) => layer(bed))
    }))
  }
  ctx.strokeStyle = ink
  ctx.lineWidth = 2.4 * u
  clipped(ctx, () => {
    ctx.beginPath()
    ctx.rect(x0, y0, w, h)
  }, () => faults.forEach((f) => {
    ctx.beginPath()
    ctx.moveTo(f.x + f.lean * (-h / 2), y0)
    ctx.lineTo(f.x + f.lean * (h / 2), y0 + h)
    ctx.stroke()
  }))

  function band(from, to) {
    ctx.beginPath()
    for (let x = x0 - 4; x <= x0 + w + 4; x += 6) x < x0 ? ctx.moveTo(x, yAt(x, from)) : ctx.lineTo(x, yAt(x, from))
    for (let x = x0 + w + 4; x >= x0 - 4; x -= 6) ctx.lineTo(x, yAt(x, to) + 0.6)
    ctx.closePath()
  }
  function layer(bed) {
    band(bed.from, bed.to)
    const color = shade(bed.color, bed.dark)
    ctx.fillStyle = color
    ctx.fill()
    if (!p.texture) return
    clipped(ctx, () => band(bed.from, bed.to), () => {
      const pen = mix(color, ink, p.texture)
      ctx.strokeStyle = ctx.fillStyle = pen
      ctx.lineWidth = 1.2 * u
      if (bed.kind < 0.25) {
        for (let t = bed.from; t < bed.to; t += 0.007) {
          ctx.beginPath()
          for (let x = x0; x <= x0 + w; x += 8) x === x0 ? ctx.moveTo(x, yAt(x, t)) : ctx.lineTo(x, yAt(x, t))
          ctx.stroke()
        }
      } else if (bed.kind < 0.25 + p.stones) {
        for (let k = 0; k < 420; k++) {
          const x = x0 + random() * w, t = between(random, bed.from, bed.to), yy = yAt(x, t)
          disc(ctx, x, yy, between(random, 0.8, 3.2) * u)
          ctx.fill()
        }
      } else if (bed.kind < 0.6) {
        for (let x = x0 - 60 * u; x < x0 + w; x += 9 * u) {
          ctx.beginPath()
          ctx.moveTo(x, yAt(x, bed.from))
          ctx.lineTo(x + 26 * u, yAt(x + 26 * u, bed.to))
          ctx.stroke()
        }
      } else if (bed.kind < 0.7 && chance(random, 0.8)) {
        for (let x = x0 + random() * 40 * u; x < x0 + w;) {
          const t = (bed.from + bed.to) / 2, len = between(random, 14, 70) * u
          ctx.beginPath()
          ctx.moveTo(x, yAt(x, t))
          ctx.lineTo(x + len, yAt(x + len, t))
          ctx.stroke()
          x += len + between(random, 8, 60) * u
        }
      }
    })
  }
}
