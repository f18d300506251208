// Half-square triangles and their families, sewn into blocks; hand-cut, so no seam is quite straight.
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { between, chance, pick, pickLeading, shuffle } from './lib/random.js'
import { ground, path, unit } from './lib/canvas.js'

export const meta = { family: 'quilt', title: 'Quilts and blankets', moving: false }

// A block is a 4 × 4 grid; letters: . ground, x first cloth, y second, and triangles a b c d (cut towards the corners).
const blocks = {
  star: ['.ac.', 'dxxc', 'bxxa', '.db.'],
  pinwheel: ['a..b', '.ab.', '.dc.', 'd..c'],
  flying: ['abab', 'xyxy', 'abab', 'xyxy'],
  bear: ['aab.', 'cxx.', 'dxxy', '..y.'],
  cabin: ['xxxx', 'xyyx', 'xy.x', 'xyyx'],
  path: ['x..a', '.xa.', '.ax.', 'a..x'],
  churn: ['bxxa', 'y..y', 'y..y', 'cxxd'],
  plain: ['....', '....', '....', '....'],
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'paprika', across: 5, kinds: ['star', 'pinwheel', 'churn'], margin: 110, wobble: 0.5, border: 1, sash: 0, bias: 1.3, stitch: true,
    checker: true, order: 'mixed', cloths: 3, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u
  ground(ctx, width, height, paper)
  const s = (Math.min(width, height) - 2 * m) / (p.across + p.sash * (p.across - 1))
  const pitch = s * (1 + p.sash)
  const nx = Math.floor((width - 2 * m + s * p.sash + 1) / pitch), ny = Math.floor((height - 2 * m + s * p.sash + 1) / pitch)
  const bw = nx * pitch - s * p.sash, bh = ny * pitch - s * p.sash, ox = (width - bw) / 2, oy = (height - bh) / 2
  const base = p.ground !== undefined ? colors[p.ground] : shade(paper, -0.04)
  if (p.border) {
    ctx.fillStyle = p.borderColor !== undefined ? colors[p.borderColor] : ink
    const b = p.border * 16 * u
    ctx.fillRect(ox - b, oy - b, bw + 2 * b, bh + 2 * b)
  }
  ctx.fillStyle = base
  ctx.fillRect(ox, oy, bw, bh)
  const rowKind = Array.from({ length: ny }, () => pick(random, p.kinds))
  const jig = (v) => v + between(random, -1, 1) * p.wobble * 3 * u
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const kind = p.order === 'rows' ? rowKind[j] : p.order === 'checker' ? p.kinds[(i + j) % p.kinds.length] : pick(random, p.kinds)
      const cloth = shuffle(random, colors.filter((c, k) => k !== p.ground))
      const first = pickLeading(random, colors, p.bias), second = cloth.find((c) => c !== first) || first
      const x = ox + i * pitch, y = oy + j * pitch, q = s / 4
      if (p.checker && (i + j) % 2) {
        ctx.fillStyle = p.ground !== undefined ? shade(base, -0.05) : shade(paper, -0.08)
        ctx.fillRect(x, y, s, s)
      }
      const turn = p.turns ? Math.floor(random() * 4) : 0
      ctx.save()
      ctx.translate(x + s / 2, y + s / 2)
      ctx.rotate((turn * Math.PI) / 2)
      blocks[kind].forEach((row, r) => [...row].forEach((cell, c) => {
        const x0 = -s / 2 + c * q, y0 = -s / 2 + r * q
        const P = [[jig(x0), jig(y0)], [jig(x0 + q), jig(y0)], [jig(x0 + q), jig(y0 + q)], [jig(x0), jig(y0 + q)]]
        const shapes = { x: P, y: P, a: [P[0], P[1], P[3]], b: [P[0], P[1], P[2]], c: [P[1], P[2], P[3]], d: [P[0], P[2], P[3]] }[cell]
        if (!shapes) return
        const color = cell === 'y' ? second : first
        ctx.fillStyle = chance(random, 0.1) ? shade(color, between(random, -0.06, 0.06)) : color
        path(ctx, shapes, true)
        ctx.fill()
      }))
      ctx.restore()
      if (p.stitch) {
        ctx.strokeStyle = p.thread !== undefined ? colors[p.thread] : paper
        ctx.lineWidth = 1.3 * u
        ctx.setLineDash([7 * u, 6 * u])
        for (const k of [0.12, 0.88]) {
          ctx.beginPath()
          ctx.moveTo(x, y + s * k)
          ctx.lineTo(x + s, y + s * k)
          ctx.stroke()
        }
        ctx.setLineDash([])
      }
    }
  }
}
