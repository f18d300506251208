// Faces from few shapes, mirrored and then disturbed: a cabinet of masks.
import { palette } from './lib/palettes.js'
import { between, chance, integer, pick, shuffle } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'mask', title: 'Masks', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = { palette: 'andes', across: 1, down: 1, margin: 90, gap: 40, fill: true, marks: 3, calm: 0.5, plinth: false, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height)
  ground(ctx, width, height, paper)
  const m = p.margin * u, g = p.gap * u
  const w = (width - 2 * m - (p.across - 1) * g) / p.across, h = (height - 2 * m - (p.down - 1) * g) / p.down
  for (let j = 0; j < p.down; j++) {
    for (let i = 0; i < p.across; i++) face(m + i * (w + g) + w / 2, m + j * (h + g) + h / 2, w, h)
  }

  function face(cx, cy, w, h) {
    const set = shuffle(random, colors), [skin, brow, lip, cheek = skin] = set
    const lean = between(random, 0.72, 1), r = Math.min(w, h) / 2, a = r * between(random, 0.62, 0.84), b = Math.min(h / 2, r * 1.28) * lean
    const jaw = between(random, 0.5, 1), top = between(random, 0.75, 1.05)
    ctx.save()
    ctx.translate(cx, cy)
    if (p.panel) {
      ctx.fillStyle = pick(random, set.slice(1))
      ctx.fillRect(-w / 2, -h / 2, w, h)
    }
    const outline = () => {
      ctx.beginPath()
      ctx.moveTo(0, -b)
      ctx.bezierCurveTo(a * top, -b, a * 1.05, -b * 0.3, a, b * 0.05)
      ctx.bezierCurveTo(a * 0.96, b * 0.55, a * jaw * 0.6, b, 0, b)
      ctx.bezierCurveTo(-a * jaw * 0.6, b, -a * 0.96, b * 0.55, -a, b * 0.05)
      ctx.bezierCurveTo(-a * 1.05, -b * 0.3, -a * top, -b, 0, -b)
      ctx.closePath()
    }
    // Ears or rays stand behind the face.
    const crown = integer(random, 0, 3)
    ctx.fillStyle = ctx.strokeStyle = brow
    ctx.lineWidth = r * 0.05
    if (crown === 1) {
      const n = integer(random, 5, 13)
      for (let k = 0; k < n; k++) {
        const t = Math.PI + (k / (n - 1)) * Math.PI
        ctx.beginPath()
        ctx.moveTo(Math.cos(t) * a * 0.9, Math.sin(t) * b * 0.9)
        ctx.lineTo(Math.cos(t) * a * 1.14, Math.sin(t) * b * 1.12)
        ctx.stroke()
      }
    } else if (crown === 2) {
      for (const s of [-1, 1]) {
        ctx.beginPath()
        ctx.ellipse(s * a * 1.02, -b * 0.08, a * 0.18, b * 0.2, 0, 0, 7)
        ctx.fill()
      }
    } else if (crown === 3) {
      for (const s of [-1, 1]) {
        ctx.beginPath()
        ctx.moveTo(s * a * 0.35, -b * 0.8)
        ctx.lineTo(s * a * 0.95, -b * 1.12)
        ctx.lineTo(s * a * 0.93, -b * 0.35)
        ctx.fill()
      }
    }
    outline()
    ctx.fillStyle = skin
    ctx.fill()
    ctx.save()
    ctx.clip()
    // Half of the face may take another colour: a habit of festival masks.
    const split = integer(random, 0, 3)
    ctx.fillStyle = cheek
    if (split === 1) ctx.fillRect(0, -b, a * 1.1, b * 2)
    if (split === 2) ctx.fillRect(-a * 1.1, -b, a * 2.2, b * between(random, 0.5, 0.8))
    if (split === 3) {
      disc(ctx, -a * 0.6, b * 0.4, a * 0.42)
      ctx.fill()
      disc(ctx, a * 0.6, b * 0.4, a * 0.42)
      ctx.fill()
    }
    for (let k = 0; k < p.marks; k++) mark(a, b, set)
    ctx.restore()
    const ey = -b * between(random, 0.06, 0.26), ex = a * between(random, 0.36, 0.46), er = a * between(random, 0.15, 0.24)
    const kind = integer(random, 0, 3), glance = between(random, -0.3, 0.3)
    for (const s of [-1, 1]) eye(s * ex, ey, er, kind, s, glance)
    ctx.strokeStyle = ctx.fillStyle = ink
    ctx.lineWidth = r * 0.035
    const ny = b * between(random, 0.22, 0.34), nose = integer(random, 0, 2)
    ctx.beginPath()
    if (nose === 0) {
      ctx.moveTo(-a * 0.03, ey)
      ctx.lineTo(-a * 0.03, ny)
      ctx.lineTo(a * 0.13, ny)
      ctx.stroke()
    } else if (nose === 1) {
      ctx.moveTo(0, ey)
      ctx.lineTo(a * 0.14, ny)
      ctx.lineTo(-a * 0.14, ny)
      ctx.fillStyle = brow
      ctx.fill()
    } else {
      ctx.rect(-a * 0.07, ey - b * 0.1, a * 0.14, ny - ey + b * 0.1)
      ctx.fill()
    }
    mouth(b * between(random, 0.52, 0.64), a * between(random, 0.2, 0.42), lip, r)
    ctx.restore()
  }

  function mark(a, b, set) {
    ctx.fillStyle = ctx.strokeStyle = chance(random, p.calm) ? ink : pick(random, set)
    ctx.lineWidth = a * 0.03
    const kind = integer(random, 0, 3), y = between(random, -0.8, 0.8) * b, x = between(random, 0.3, 0.85) * a
    if (kind === 0) for (const s of [-1, 1]) for (let k = 0; k < 4; k++) {
      ctx.beginPath()
      ctx.moveTo(s * x * 0.7, y + k * b * 0.05)
      ctx.lineTo(s * a, y + k * b * 0.05 + b * 0.06)
      ctx.stroke()
    }
    if (kind === 1) for (let k = -4; k <= 4; k++) {
      disc(ctx, k * a * 0.16, -b * 0.62 - Math.cos(k * 0.3) * b * 0.06, a * 0.035)
      ctx.fill()
    }
    if (kind === 2) for (const s of [-1, 1]) {
      ctx.beginPath()
      ctx.moveTo(s * x, y)
      ctx.lineTo(s * (x + a * 0.2), y + b * 0.1)
      ctx.lineTo(s * x, y + b * 0.2)
      ctx.closePath()
      ctx.fill()
    }
    if (kind === 3) {
      ctx.beginPath()
      ctx.moveTo(-a * 0.12, -b)
      ctx.lineTo(a * 0.12, -b)
      ctx.lineTo(0, -b * 0.4)
      ctx.fill()
    }
  }

  function eye(x, y, r, kind, s, glance) {
    ctx.fillStyle = kind === 1 ? ink : paper
    ctx.strokeStyle = ink
    ctx.lineWidth = r * 0.22
    ctx.beginPath()
    if (kind === 2) {
      ctx.moveTo(x - r * 1.3, y)
      ctx.quadraticCurveTo(x, y - r * 1.4, x + r * 1.3, y)
      ctx.quadraticCurveTo(x, y + r * 1.1, x - r * 1.3, y)
    } else if (kind === 3) ctx.rect(x - r, y - r * 0.6, r * 2, r * 1.2)
    else ctx.arc(x, y, r, 0, 7)
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = kind === 1 ? paper : ink
    disc(ctx, x + glance * r, y, r * (kind === 1 ? 0.3 : 0.42))
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(x - s * r * 1.2, y - r * 1.75)
    ctx.quadraticCurveTo(x, y - r * 2.3, x + s * r * 1.5, y - r * 1.5)
    ctx.stroke()
  }

  function mouth(y, w, color, r) {
    const kind = integer(random, 0, 3)
    ctx.fillStyle = color
    ctx.strokeStyle = ink
    ctx.beginPath()
    if (kind === 0) ctx.ellipse(0, y, w * 0.6, w * 0.42, 0, 0, 7)
    else if (kind === 1) ctx.rect(-w, y - w * 0.2, w * 2, w * 0.4)
    else if (kind === 2) ctx.arc(0, y - w * 0.2, w * 0.8, 0, Math.PI)
    else {
      ctx.moveTo(-w, y)
      ctx.quadraticCurveTo(0, y - w * 0.5, w, y)
      ctx.quadraticCurveTo(0, y + w * 0.5, -w, y)
    }
    ctx.closePath()
    ctx.fill()
    ctx.lineWidth = r * 0.025
    ctx.stroke()
    if (kind === 1) for (let k = -2; k <= 2; k++) {
      ctx.beginPath()
      ctx.moveTo(k * w * 0.36, y - w * 0.2)
      ctx.lineTo(k * w * 0.36, y + w * 0.2)
      ctx.stroke()
    }
  }
}
