// Interlace on a grid: strands cross over and under in turn, walls in the grid turn them back.
import { palette } from './lib/palettes.js'
import { chance } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'knot', title: 'Knots and interlace', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'vermilion-seal', across: 8, margin: 130, walls: 0.22, symmetry: 2, strand: 0.42, outline: 0.1, dots: false,
    closed: false, style: 'ribbon', tint: 'strand', ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u
  ground(ctx, width, height, paper)
  const s = (Math.min(width, height) - 2 * m) / p.across
  const nx = Math.floor((width - 2 * m + 1) / s), ny = Math.floor((height - 2 * m + 1) / s)
  const ox = (width - nx * s) / 2, oy = (height - ny * s) / 2
  // Crossings sit at the midpoints of grid edges; indices are doubled, so a midpoint has one odd coordinate.
  const W = 2 * nx, H = 2 * ny, wall = new Map()
  const decide = (i, j) => {
    if (i === 0 || i === W) return 'v'
    if (j === 0 || j === H) return 'h'
    const si = p.symmetry ? Math.min(i, W - i) : i, sj = p.symmetry > 1 ? Math.min(j, H - j) : j
    const key = si * 1000 + sj
    if (!wall.has(key)) wall.set(key, chance(random, p.walls) ? (chance(random, 0.5) ? 'v' : 'h') : '')
    return wall.get(key)
  }
  const kinds = new Map()
  for (let j = 0; j <= H; j++) for (let i = 0; i <= W; i++) if ((i + j) % 2) kinds.set(`${i},${j}`, decide(i, j))
  // Follow every strand once: from midpoint to midpoint along diagonals, turning at walls.
  const seen = new Set(), strands = []
  const dirs = [[1, 1], [1, -1], [-1, -1], [-1, 1]]
  for (let j = 0; j <= H; j++) {
    for (let i = 0; i <= W; i++) {
      if (!((i + j) % 2)) continue
      for (const [a, b] of dirs) {
        let x = i, y = j, dx = a, dy = b
        const first = `${x},${y},${dx},${dy}`
        if (seen.has(first) || x + dx < 0 || x + dx > W || y + dy < 0 || y + dy > H) continue
        const pts = []
        for (let n = 0; n < 40000; n++) {
          const key = `${x},${y},${dx},${dy}`
          if (seen.has(key)) break
          seen.add(key)
          const nx2 = x + dx, ny2 = y + dy
          seen.add(`${nx2},${ny2},${-dx},${-dy}`)
          pts.push([x, y, nx2, ny2, dx, dy])
          const k = kinds.get(`${nx2},${ny2}`)
          if (k === 'v') dx = -dx
          else if (k === 'h') dy = -dy
          x = nx2
          y = ny2
        }
        if (pts.length > 1) strands.push(pts)
      }
    }
  }
  const at = (x, y) => [ox + (x * s) / 2, oy + (y * s) / 2]
  // A piece runs from the middle of one diagonal to the middle of the next, through one midpoint.
  const piece = (a, b) => {
    const p0 = at((a[0] + a[2]) / 2, (a[1] + a[3]) / 2), p1 = at(a[2], a[3]), p2 = at((b[0] + b[2]) / 2, (b[1] + b[3]) / 2)
    const turn = a[4] !== b[4] || a[5] !== b[5]
    ctx.beginPath()
    ctx.moveTo(...p0)
    if (turn) {
      const k = kinds.get(`${a[2]},${a[3]}`), pull = 0.36 * s
      const c = [p1[0] + (k === 'v' ? Math.sign(p0[0] - p1[0]) * (s / 2 - pull) * 0.4 : 0), p1[1] + (k === 'h' ? Math.sign(p0[1] - p1[1]) * (s / 2 - pull) * 0.4 : 0)]
      ctx.quadraticCurveTo(c[0], c[1], ...p2)
    } else ctx.lineTo(...p2)
  }
  const jobs = { under: [], over: [] }
  strands.sort((a, b) => b.length - a.length).forEach((pts, n) => {
    const color = p.tint === 'ink' ? ink : colors[n % colors.length]
    for (let i = 0; i < pts.length; i++) {
      const a = pts[i], b = pts[(i + 1) % pts.length]
      if (b[0] !== a[2] || b[1] !== a[3]) continue
      // Alternate: on midpoints of vertical edges the falling diagonal is above, on horizontal ones the rising.
      const over = (a[2] % 2 === 0) === (a[4] * a[5] > 0)
      jobs[over ? 'over' : 'under'].push([a, b, color])
    }
  })
  const w = s * p.strand
  ctx.lineCap = 'butt'
  for (const layer of ['under', 'over']) {
    for (const [a, b, color] of jobs[layer]) {
      for (const [line, width2] of [[p.edge ? ink : paper, w + 2 * p.outline * s], ...(p.edge ? [[p.edgeFill || color, w]] : [[color, w]]), ...(p.style === 'rail' ? [[paper, w * 0.5]] : []), ...(p.style === 'triple' ? [[paper, w * 0.66], [color, w * 0.33]] : [])]) {
        piece(a, b)
        ctx.strokeStyle = line
        ctx.lineWidth = width2
        ctx.stroke()
      }
    }
  }
  if (p.dots) {
    ctx.fillStyle = p.dotColor !== undefined ? colors[p.dotColor] : ink
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        disc(ctx, ...at(2 * i, 2 * j), s * 0.055)
        ctx.fill()
        if (i < nx && j < ny) {
          disc(ctx, ...at(2 * i + 1, 2 * j + 1), s * 0.055)
          ctx.fill()
        }
      }
    }
  }
}
