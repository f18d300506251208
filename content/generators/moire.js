// Two or three innocent sets of lines, laid over each other.
import { palette } from './lib/palettes.js'
import { between } from './lib/random.js'
import { clipped, disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'moire', title: 'Moiré', moving: true }

export function draw(ctx, { width, height, random, params, t }) {
  const p = {
    palette: 'riso-pink', sets: [{ kind: 'rings' }, { kind: 'rings', at: [0.56, 0.5] }], pitch: 11, weight: 0.5, margin: 90, frame: 'page', blend: 'multiply',
    ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u, side = Math.min(width, height)
  ground(ctx, width, height, paper)
  const frame = () => {
    ctx.beginPath()
    if (p.frame === 'disc') ctx.arc(width / 2, height / 2, side / 2 - m, 0, Math.PI * 2)
    else if (p.frame === 'twin') {
      const r = side * 0.3
      for (const s of [-1, 1]) {
        const x = width / 2 + (width > height ? s * r * 0.62 : 0), y = height / 2 + (width > height ? 0 : s * r * 0.62)
        ctx.moveTo(x + r, y)
        ctx.arc(x, y, r, 0, Math.PI * 2)
      }
    } else ctx.rect(m, m, width - 2 * m, height - 2 * m)
  }
  const far = Math.hypot(width, height)
  p.sets.forEach((set, n) => {
    const pitch = (set.pitch || p.pitch) * u, jitter = between(random, 0.98, 1.02)
    const cx = (set.at?.[0] ?? 0.5) * width + (Math.sin(t * 0.3 + n * 2) - Math.sin(n * 2)) * 10 * u, cy = (set.at?.[1] ?? 0.5) * height
    const color = set.color === 'ink' ? ink : colors[set.color ?? n % colors.length]
    clipped(ctx, () => {
      if (set.within) {
        disc(ctx, set.within[0] * width, set.within[1] * height, set.within[2] * side)
      } else frame()
    }, () => {
      ctx.globalCompositeOperation = p.blend
      ctx.strokeStyle = color
      ctx.lineCap = 'butt'
      ctx.lineWidth = pitch * (set.weight || p.weight)
      ctx.translate(cx, cy)
      ctx.rotate((set.turn || 0) + t * 0.01 * (n + 1))
      if (set.kind === 'rings') {
        for (let r = pitch * jitter; r < far; r += pitch * jitter) {
          ctx.beginPath()
          ctx.ellipse(0, 0, r * (set.squash || 1), r, 0, 0, Math.PI * 2)
          ctx.stroke()
        }
      } else if (set.kind === 'rays') {
        const count = set.count || 180
        for (let i = 0; i < count; i++) {
          const a = (i / count) * Math.PI * 2, half = (Math.PI / count) * (set.weight || p.weight)
          ctx.beginPath()
          ctx.moveTo(0, 0)
          ctx.lineTo(Math.cos(a - half) * far, Math.sin(a - half) * far)
          ctx.lineTo(Math.cos(a + half) * far, Math.sin(a + half) * far)
          ctx.fillStyle = color
          ctx.fill()
        }
      } else if (set.kind === 'spiral') {
        ctx.beginPath()
        for (let a = 0; a * pitch / 6.2832 < far; a += 0.05) {
          const r = (a / 6.2832) * pitch * (set.arms || 1)
          a ? ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r) : ctx.moveTo(0, 0)
          if (r > far) break
        }
        ctx.stroke()
      } else {
        const bend = set.bend || 0, waves = set.waves || 2
        for (let y = -far; y < far; y += pitch * jitter) {
          ctx.beginPath()
          if (bend) for (let x = -far; x <= far; x += 12) {
            const yy = y + Math.sin((x / side) * waves * 3.14159 + y / side * (set.shear || 0) + n) * bend * u
            x === -far ? ctx.moveTo(x, yy) : ctx.lineTo(x, yy)
          } else {
            ctx.moveTo(-far, y)
            ctx.lineTo(far, y)
          }
          ctx.stroke()
        }
      }
    })
  })
}
