// Words as building material, in an alphabet of our own.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, chance, pick, pickLeading } from './lib/random.js'
import { clipped, ground, smooth, unit } from './lib/canvas.js'
import { trace } from './lib/alphabet.js'

export const meta = { family: 'typographic', title: 'Typographic works', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = { palette: 'letterpress', style: 'stack', words: ['TIDE'], margin: 100, weight: 0.16, gap: 0.24, accent: 0, bias: 1.3, rows: 5, lines: 7, cap: 'butt', ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  ctx.lineCap = p.cap
  ctx.lineJoin = p.cap === 'round' ? 'round' : 'miter'
  const w = width - 2 * m, h = height - 2 * m
  const letter = (ch, x, y, lw, lh, color, t) => {
    const pad = t / 2
    ctx.beginPath()
    trace(ctx, ch, x + pad, y + pad, lw - t, lh - t)
    ctx.strokeStyle = color
    ctx.lineWidth = t
    ctx.stroke()
  }
  ;({ stack, grid, drift, asemic, inline })[p.style]()

  // Every word takes the full measure; heights differ, so that words speak at different volumes.
  function stack() {
    const share = p.words.map(() => between(random, 0.6, 1.5)), sum = share.reduce((a, b) => a + b, 0)
    const gap = 26 * u, room = h - gap * (p.words.length - 1)
    let y = m
    p.words.forEach((word, i) => {
      const lh = (room * share[i]) / sum, n = word.length, g = (w / n) * p.gap, lw = (w - g * (n - 1)) / n
      const t = Math.min(lw, lh) * p.weight * 1.6
      const color = p.accentWord === i ? colors[colors.length > 1 ? 1 : 0] : ink
      ;[...word].forEach((ch, k) => letter(ch, m + k * (lw + g), y, lw, lh, color, t))
      y += lh + gap
    })
  }

  // A field of one letter or a few; some turn away.
  function grid() {
    const chars = [...p.words.join('')], n = p.rows, s = w / n, rows = Math.floor(h / (s * 1.3)), oy = (height - rows * s * 1.3) / 2
    let at = 0
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < n; i++) {
        const v = fbm(noise, i * 0.16, j * 0.16, 2), ch = chars[at++ % chars.length]
        const color = chance(random, p.accent) ? pickLeading(random, colors.slice(1).concat(colors.slice(0, 1)), 1.5) : ink
        ctx.save()
        ctx.translate(m + (i + 0.5) * s, oy + (j + 0.5) * s * 1.3)
        if (p.turn) ctx.rotate(Math.round((v * p.turn) / (Math.PI / 4)) * (Math.PI / 4))
        const k = p.swell ? 1 + v * p.swell : 1, lw = s * 0.62 * k, lh = s * 0.92 * k
        letter(ch, -lw / 2, -lh / 2, lw, lh, color, s * p.weight * (p.pulse ? 0.5 + 1.3 * (0.5 + v) : 1))
        ctx.restore()
      }
    }
  }

  // One word set again and again, each line slipping further than the last.
  function drift() {
    const word = p.words[0], n = word.length, rows = p.rows, rh = h / rows
    for (let j = 0; j < rows; j++) {
      const q = j / (rows - 1), lh = rh * 0.78, cw = w / n, g = cw * p.gap
      const color = p.accentRow === j ? colors[1] : colors.length > 2 && p.fade ? colors[Math.min(colors.length - 1, Math.floor(q * colors.length))] : ink
      ;[...word].forEach((ch, k) => {
        const slip = fbm(noise, k * 0.5, q * 2, 2) * q * cw * (p.slip ?? 1.4), sink = fbm(noise, k * 0.5 + 9, q * 2, 2) * q * rh * (p.sink ?? 1)
        letter(ch, m + k * cw + g / 2 + slip, m + j * rh + sink, cw - g, lh, color, Math.min(cw - g, lh) * p.weight)
      })
    }
  }

  // Lines that look written and say nothing.
  function asemic() {
    const lh = h / p.rows
    ctx.lineCap = ctx.lineJoin = 'round'
    for (let j = 0; j < p.rows; j++) {
      const y = m + (j + 0.62) * lh
      let x = m
      const end = m + w * (j === p.rows - 1 ? 0.45 : between(random, 0.86, 1))
      while (x < end) {
        const len = between(random, 0.6, 3.4) * lh, pts = []
        const stop = Math.min(end, x + len)
        let k = 0
        for (let q = x; q < stop; q += lh * between(random, 0.07, 0.17), k++) {
          const tall = chance(random, 0.14) ? -0.46 : chance(random, 0.1) ? 0.36 : between(random, -0.2, 0.02)
          pts.push([q + (k % 2 ? -0.06 : 0.03) * lh, y + (k % 2 ? tall : 0.06) * lh])
        }
        if (pts.length > 3) {
          ctx.strokeStyle = chance(random, p.accent) ? pick(random, colors.slice(-1)) : ink
          for (let n = 0; n < 2; n++) {
            ctx.lineWidth = lh * p.weight * 0.35 * (n ? 1 : 0.55)
            smooth(ctx, pts.map(([a, b]) => [a + n * lh * 0.016, b + n * lh * 0.02]))
            ctx.stroke()
          }
        }
        x = stop + lh * between(random, 0.16, 0.34)
      }
    }
  }

  // Letters drawn by a bundle of parallels, as on old signs.
  function inline() {
    const chars = p.words, per = p.columns || 2, rows = Math.ceil(chars.length / per), cw = w / per, chh = h / rows
    chars.forEach((ch, i) => {
      const x = m + (i % per) * cw, y = m + Math.floor(i / per) * chh, color = colors[i % colors.length], t = Math.min(cw, chh) * p.weight
      if (p.panel) {
        ctx.fillStyle = color
        ctx.fillRect(x, y, cw, chh)
      }
      clipped(ctx, () => {
        ctx.beginPath()
        ctx.rect(x, y, cw, chh)
      }, () => {
        for (let k = p.lines; k > 0; k--) {
          ctx.beginPath()
          const pad = Math.min(cw, chh) * 0.1 + t / 2
          trace(ctx, ch, x + pad, y + pad, cw - 2 * pad, chh - 2 * pad)
          ctx.strokeStyle = k % 2 ? (p.panel ? paper : color) : p.panel ? color : paper
          ctx.lineWidth = (t * k) / p.lines
          ctx.lineCap = 'butt'
          ctx.stroke()
        }
      })
    })
  }
}
