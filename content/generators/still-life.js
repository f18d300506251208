// Bottles, bowls and boxes on a ledge; light comes from one side in flat steps.
import { palette } from './lib/palettes.js'
import { mix, shade } from './lib/color.js'
import { between, chance, pick, shuffle } from './lib/random.js'
import { clipped, ground, unit } from './lib/canvas.js'

export const meta = { family: 'still-life', title: 'Still lifes', moving: false }

// Profiles: [height, half width] pairs from the foot up, as shares of the vessel's box.
const profiles = {
  bottle: [[0, 0.8], [0.03, 0.86], [0.48, 0.88], [0.6, 0.7], [0.7, 0.28], [0.92, 0.25], [0.94, 0.34], [1, 0.34]],
  flask: [[0, 0.5], [0.06, 0.72], [0.25, 1], [0.45, 0.86], [0.62, 0.3], [0.95, 0.22], [1, 0.3]],
  jug: [[0, 0.6], [0.1, 0.82], [0.4, 1], [0.7, 0.72], [0.86, 0.5], [1, 0.66]],
  vase: [[0, 0.42], [0.05, 0.46], [0.35, 0.95], [0.55, 1], [0.78, 0.5], [0.88, 0.4], [1, 0.62]],
  bowl: [[0, 0.3], [0.12, 0.32], [0.2, 0.55], [0.6, 0.9], [1, 1]],
  tin: [[0, 0.95], [1, 0.95]],
  cone: [[0, 1], [0.08, 1], [0.8, 0.4], [1, 0.36]],
  carafe: [[0, 0.9], [0.04, 1], [0.3, 0.92], [0.6, 0.36], [0.8, 0.3], [1, 0.5]],
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'harmattan', vessels: 6, kinds: Object.keys(profiles), ledge: 0.7, scale: 1, light: -1, steps: 5, contrast: 0.2,
    wall: null, table: null, shadow: true, overlap: 0.25, hatch: 0, band: 0.4, rows: 1, fruit: 0, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height)
  const tone = (v, fallback) => (v === null ? fallback : typeof v === 'number' ? colors[v] : v === 'ink' ? ink : v === 'paper' ? paper : v)
  ground(ctx, width, height, tone(p.wall, paper))
  const ledge = height * p.ledge, table = tone(p.table, shade(paper, -0.08))
  ctx.fillStyle = table
  ctx.fillRect(0, ledge, width, height - ledge)
  ctx.lineCap = 'butt'
  const side = Math.min(width, height * 1.1)
  for (let row = 0; row < p.rows; row++) {
    const foot = ledge + (height - ledge) * (0.12 + 0.34 * (row / Math.max(1, p.rows - 0.4))), near = 0.85 + row * 0.22
    const n = p.vessels - row
    const items = []
    for (let k = 0; k < n; k++) {
      const kind = pick(random, p.kinds), flat = kind === 'bowl' || kind === 'tin'
      const h = side * p.scale * near * between(random, flat ? 0.12 : 0.28, flat ? 0.24 : 0.5) * (row ? 0.72 : 1)
      const w = h * (flat ? between(random, 0.55, 0.9) : between(random, 0.16, 0.27))
      items.push({ kind, h, w })
    }
    const total = items.reduce((s, i) => s + i.w * 2, 0) * (1 - p.overlap)
    let x = width / 2 - total / 2 + between(random, -0.03, 0.03) * width
    items.forEach((item) => {
      item.x = x + item.w * (1 - p.overlap)
      x += item.w * 2 * (1 - p.overlap)
      item.foot = foot + between(random, -0.012, 0.02) * height
    })
    const all = shuffle(random, items).sort((a, b) => a.foot - b.foot)
    if (p.shadow) for (const i of all) cast(i)
    for (const i of all) vessel(i)
  }
  for (let k = 0; k < p.fruit; k++) {
    const r = side * between(random, 0.028, 0.04), x = width * between(random, 0.22, 0.78), y = ledge + (height - ledge) * between(random, 0.45, 0.62)
    orb(x, y, r, colors[colors.length - 1])
  }

  function outline({ kind, x, foot, w, h }) {
    const pts = profiles[kind], left = [], right = []
    for (let i = 0; i < pts.length; i++) {
      const [t, r] = pts[i]
      left.push([x - r * w, foot - t * h])
      right.push([x + r * w, foot - t * h])
    }
    const lip = w * pts[pts.length - 1][1] * 0.16, base = w * pts[0][1] * 0.16
    ctx.beginPath()
    ctx.moveTo(...left[0])
    curve(left)
    ctx.ellipse(x, foot - h, right[right.length - 1][0] - x, lip, 0, Math.PI, 0, false)
    curve(right.slice().reverse())
    ctx.ellipse(x, foot, right[0][0] - x, base, 0, 0, Math.PI, false)
    ctx.closePath()
  }
  function curve(list) {
    for (let i = 0; i < list.length - 1; i++) {
      const [ax, ay] = list[i], [bx, by] = list[i + 1], my = (ay + by) / 2
      ctx.bezierCurveTo(ax, my, bx, my, bx, by)
    }
  }
  function vessel(item) {
    const { x, foot, w, h, kind } = item
    const color = pick(random, colors), striped = chance(random, p.band)
    const second = pick(random, colors), low = between(random, 0.15, 0.5), high = low + between(random, 0.06, 0.22)
    clipped(ctx, () => outline(item), () => {
      for (let s = 0; s < p.steps; s++) {
        const t = s / (p.steps - 1), by = (0.5 - t) * p.contrast * -p.light
        const from = x - w * 1.05 + (w * 2.1 * s) / p.steps, wide = (w * 2.1) / p.steps + 1
        ctx.fillStyle = shade(color, by)
        ctx.fillRect(from, foot - h * 1.1, wide, h * 1.3)
        if (striped) {
          ctx.fillStyle = shade(second, by)
          ctx.fillRect(from, foot - h * high, wide, h * (high - low))
        }
      }
      if (p.hatch) {
        ctx.strokeStyle = mix(color, ink, 0.6)
        ctx.lineWidth = 1.3 * u
        const dark = p.light < 0 ? 1 : -1
        for (let y = foot - h * 1.1; y < foot + w; y += p.hatch * u) {
          ctx.beginPath()
          ctx.moveTo(x + dark * w * 1.05, y)
          ctx.lineTo(x + dark * w * between(random, -0.05, 0.35), y + 3 * u)
          ctx.stroke()
        }
      }
    })
    const pts = profiles[kind], lipW = w * pts[pts.length - 1][1]
    ctx.beginPath()
    ctx.ellipse(x, foot - h, lipW, lipW * 0.16, 0, 0, 7)
    ctx.fillStyle = shade(color, -0.16)
    ctx.fill()
  }
  function cast({ x, foot, w, h }) {
    ctx.fillStyle = shade(table, -0.07)
    const dir = -p.light, reach = h * 0.62
    ctx.beginPath()
    ctx.moveTo(x - w * 0.7, foot + w * 0.1)
    ctx.lineTo(x + w * 0.7, foot + w * 0.1)
    ctx.lineTo(x + dir * reach + w * 0.5, foot + reach * 0.2)
    ctx.lineTo(x + dir * reach - w * 0.3, foot + reach * 0.2)
    ctx.closePath()
    ctx.fill()
  }
  function orb(x, y, r, color) {
    ctx.fillStyle = shade(table, -0.07)
    ctx.beginPath()
    ctx.ellipse(x - p.light * r * 0.9, y + r * 0.86, r * 1.3, r * 0.2, 0, 0, 7)
    ctx.fill()
    clipped(ctx, () => {
      ctx.beginPath()
      ctx.arc(x, y, r, 0, 7)
    }, () => {
      for (let s = 0; s < 4; s++) {
        ctx.fillStyle = shade(color, (1.5 - s) * 0.05)
        ctx.beginPath()
        ctx.arc(x + p.light * r * 0.3 * (s ? -0.1 + s * 0.35 : 0), y - r * 0.22 * s, r * (s ? 1.15 - s * 0.25 : 1), 0, 7)
        ctx.fill()
      }
    })
  }
}
