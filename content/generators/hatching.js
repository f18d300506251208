// Hills behind hills, each with its own pen direction; a disc in the sky where the paper shows.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { mix } from './lib/color.js'
import { between } from './lib/random.js'
import { clipped, disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'hatching', title: 'Hatched landscapes', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'vermilion-seal', ridges: 7, horizon: 0.38, rough: 0.5, height: 0.24, gap: [4.5, 8], weight: 1.5, margin: 90, sun: 0.09,
    sunAt: [0.68, 0.22], sunFill: 'accent', sky: 0, trees: 0, fog: 0.55, snow: 0, lake: 0, tint: false, sharp: false, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  const x0 = m, y0 = m, w = width - 2 * m, h = height - 2 * m
  const stroke = (x1, y1, x2, y2) => {
    ctx.beginPath()
    ctx.moveTo(x1, y1)
    ctx.lineTo(x2, y2)
    ctx.stroke()
  }
  const frame = () => {
    ctx.beginPath()
    ctx.rect(x0, y0, w, h)
  }
  clipped(ctx, frame, () => {
    const sx = x0 + p.sunAt[0] * w, sy = y0 + p.sunAt[1] * h, sr = p.sun * Math.min(w, h)
    if (p.sky) {
      ctx.strokeStyle = p.skyColor !== undefined ? colors[p.skyColor] : ink
      for (let y = y0, k = 0; y < y0 + h; k++) {
        ctx.lineWidth = p.weight * u * 0.6
        const d = Math.abs(y - sy), half = d < sr * 1.25 ? Math.sqrt((sr * 1.25) ** 2 - d * d) : 0
        if (half) {
          stroke(x0, y, sx - half, y)
          stroke(sx + half, y, x0 + w, y)
        } else stroke(x0, y, x0 + w, y)
        y += p.sky * u * (1 + (2.2 * (y - y0)) / h)
      }
    }
    if (sr) {
      disc(ctx, sx, sy, sr)
      ctx.fillStyle = p.sunFill === 'accent' ? colors[colors.length - 1] : p.sunFill === 'paper' ? paper : colors[p.sunFill]
      ctx.fill()
    }
    for (let k = 0; k < p.ridges; k++) {
      const depth = k / (p.ridges - 1 || 1), base = y0 + h * (p.horizon + (1.02 - p.horizon) * Math.pow(depth, 1.25))
      const tall = p.height * h * (1 - depth * 0.55) * between(random, 0.7, 1.2), freq = (p.sharp ? 2.6 : 1.7) + depth * 1.5
      const top = (x) => {
        const n = fbm(noise, (x / w) * freq + k * 13.7, k * 3.1, 5)
        const sharp = p.sharp ? 1 - Math.abs(n) * 2.4 : n
        return base - tall * (0.35 + sharp * (p.sharp ? 0.65 : 0.9)) + Math.abs(x - x0 - w / 2) * 0.02
      }
      const line = () => {
        ctx.beginPath()
        ctx.moveTo(x0 - 5, y0 + h + 5)
        for (let x = x0 - 5; x <= x0 + w + 5; x += 2) ctx.lineTo(x, top(x))
        ctx.lineTo(x0 + w + 5, y0 + h + 5)
        ctx.closePath()
      }
      line()
      const body = p.tint ? colors[Math.min(colors.length - 1, Math.floor(depth * colors.length))] : paper
      ctx.fillStyle = body
      ctx.fill()
      const pen = p.tint ? mix(body, ink, 0.55) : mix(paper, ink, 1 - p.fog * (1 - depth))
      ctx.strokeStyle = pen
      clipped(ctx, line, () => {
        const gap = (p.gap[0] + (p.gap[1] - p.gap[0]) * depth) * u
        const lean = between(random, 0.5, 1.3) * (k % 2 ? 1 : -1)
        ctx.lineWidth = p.weight * u * (0.7 + depth * 0.5)
        // Strokes fall from the ridge; on the lit flank they are short, on the other they run long.
        for (let x = x0 - h; x < x0 + w + h; x += gap) {
          const y = top(x), slope = (top(x + 6) - y) / 6
          const shadow = slope * Math.sign(lean) > 0 ? 1 : 0.38
          const grain = 0.5 + 0.5 * fbm(noise, x / (60 * u), k * 5, 2)
          const len = tall * (0.35 + 0.85 * grain) * shadow * (1.1 + p.rough * random()) + 8 * u
          if (p.snow && grain < p.snow) continue
          const bend = lean * len * 0.45
          ctx.beginPath()
          ctx.moveTo(x, y)
          ctx.quadraticCurveTo(x + bend * 0.3, y + len * 0.5, x + bend, y + len)
          ctx.stroke()
        }
      })
      ctx.lineWidth = p.weight * u * (1 + depth * 0.6)
      ctx.beginPath()
      for (let x = x0; x <= x0 + w; x += 2) x === x0 ? ctx.moveTo(x, top(x)) : ctx.lineTo(x, top(x))
      ctx.stroke()
      if (p.trees && depth > 0.25) {
        const n = Math.floor(p.trees * (0.4 + depth))
        for (let q = 0; q < n; q++) {
          const x = x0 + random() * w
          if (fbm(noise, (x / w) * 3, k * 7.7, 2) < -0.05) continue
          const y = top(x), t = (10 + 26 * depth) * u * between(random, 0.6, 1.3)
          ctx.lineWidth = p.weight * u
          stroke(x, y + 2 * u, x, y - t)
          for (let b = 0.25; b < 1; b += 0.13) {
            const half = t * 0.26 * (1.05 - b)
            stroke(x, y - t * b - half * 0.3, x - half, y - t * b + half * 0.5)
            stroke(x, y - t * b - half * 0.3, x + half, y - t * b + half * 0.5)
          }
        }
      }
    }
    if (p.lake) {
      const ly = y0 + h * (1 - p.lake)
      ctx.fillStyle = p.lakeColor !== undefined ? colors[p.lakeColor] : paper
      ctx.fillRect(x0, ly, w, h)
      ctx.strokeStyle = ink
      for (let y = ly; y < y0 + h; y += p.gap[0] * u * 1.6) {
        ctx.lineWidth = p.weight * u * 0.8
        let x = x0 + random() * 60 * u
        while (x < x0 + w) {
          const len = between(random, 20, 220) * u
          stroke(x, y, Math.min(x0 + w, x + len), y)
          x += len + between(random, 8, 160) * u
        }
      }
    }
  })
}
