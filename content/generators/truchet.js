// Square tiles that only know two or three ways to turn, and the long paths that come of it.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { chance, pickLeading } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'truchet', title: 'Truchet tilings', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = { palette: 'azulejo', style: 'bands', across: 9, margin: 90, lines: 5, order: 0, bias: 1.5, drift: 1.2, holes: 0, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random)
  ground(ctx, width, height, paper)
  const side = Math.min(width, height) - 2 * p.margin * u
  const s = side / p.across
  const nx = Math.floor((width - 2 * p.margin * u + 0.5) / s), ny = Math.floor((height - 2 * p.margin * u + 0.5) / s)
  const ox = (width - nx * s) / 2, oy = (height - ny * s) / 2
  // order 0 is a coin per tile, order 1 follows the noise: long calm runs, then knots.
  const turnOf = (i, j) => {
    const coin = random(), n = noise(i * 0.21 * p.drift, j * 0.21 * p.drift, 2.3)
    return coin < p.order ? (n > 0 ? 1 : 0) : coin * 997 % 1 < 0.5 ? 1 : 0
  }
  const tone = (i, j) => {
    const v = 0.5 + 0.75 * fbm(noise, (i / nx) * p.drift + 3, (j / ny) * p.drift, 2)
    return colors[Math.max(0, Math.min(colors.length - 1, Math.floor(v * colors.length)))]
  }
  const tiles = { bands: bandTile, arcs: arcTile, triangles: triangleTile, quarters: quarterTile }
  if (p.style === 'winged') return winged()
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const turn = turnOf(i, j), c = p.scatter ? pickLeading(random, colors, p.bias) : tone(i, j)
      if (p.holes && chance(random, p.holes)) continue
      ctx.save()
      ctx.translate(ox + (i + 0.5) * s, oy + (j + 0.5) * s)
      if (turn) ctx.rotate(Math.PI / 2)
      tiles[p.style](c)
      ctx.restore()
    }
  }

  function bandTile(c) {
    ctx.beginPath()
    ctx.rect(-s / 2, -s / 2, s, s)
    ctx.clip()
    const step = s / (p.lines + 1)
    ctx.lineCap = 'butt'
    for (const [x, y, over] of [[-s / 2, -s / 2, 0], [s / 2, s / 2, 1]]) {
      if (over) {
        ctx.fillStyle = paper
        disc(ctx, x, y, s - step * 0.5)
        ctx.fill()
      }
      for (let k = 1; k <= p.lines; k++) {
        ctx.strokeStyle = p.stripe ? (k % 2 ? ink : c) : c
        ctx.lineWidth = step * (p.weight || 0.55)
        disc(ctx, x, y, k * step)
        ctx.stroke()
      }
    }
  }

  function arcTile(c) {
    ctx.strokeStyle = c
    ctx.lineWidth = s * (p.weight || 0.33)
    ctx.lineCap = 'butt'
    for (const [x, y] of [[-s / 2, -s / 2], [s / 2, s / 2]]) {
      ctx.beginPath()
      const a = x < 0 ? 0 : Math.PI
      ctx.arc(x, y, s / 2, a - 0.01, a + Math.PI / 2 + 0.01)
      ctx.stroke()
    }
  }

  function triangleTile(c) {
    ctx.fillStyle = c
    ctx.beginPath()
    const flip = chance(random, 0.5) ? 1 : -1, e = 0.3
    ctx.moveTo(-s / 2 - e, (-s / 2 - e) * flip)
    ctx.lineTo(s / 2 + e, (-s / 2 - e) * flip)
    ctx.lineTo(-s / 2 - e, (s / 2 + e) * flip)
    ctx.closePath()
    ctx.fill()
  }

  function quarterTile(c) {
    ctx.fillStyle = c
    const half = chance(random, 0.5)
    ctx.beginPath()
    ctx.moveTo(-s / 2, -s / 2)
    ctx.arc(-s / 2, -s / 2, half ? s / 2 : s, 0, Math.PI / 2)
    ctx.closePath()
    ctx.fill()
    if (half) {
      ctx.beginPath()
      ctx.moveTo(s / 2, s / 2)
      ctx.arc(s / 2, s / 2, s / 2, Math.PI, Math.PI * 1.5)
      ctx.closePath()
      ctx.fill()
    }
  }

  // Tiles of several sizes that stay joined because every tile has wings and every level swaps the two colours.
  function winged() {
    const levels = [[], [], [], []]
    const split = (x, y, size, level) => {
      const v = 0.5 + 0.9 * fbm(noise, (x / side) * p.drift * 1.7, (y / side) * p.drift * 1.7, 2)
      if (level < 3 && v > 0.42 + level * 0.1 + random() * 0.15) {
        for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) split(x + (dx * size) / 2, y + (dy * size) / 2, size / 2, level + 1)
      } else levels[level].push([x, y, size])
    }
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) split(ox + i * s, oy + j * s, s, 0)
    ctx.fillStyle = paper
    levels.forEach((list, level) => {
      const [fore, back] = level % 2 ? [paper, colors[0]] : [colors[0], paper]
      for (const [x, y, size] of list) {
        ctx.save()
        ctx.translate(x + size / 2, y + size / 2)
        ctx.fillStyle = back
        ctx.fillRect(-size / 2 - 0.3, -size / 2 - 0.3, size + 0.6, size + 0.6)
        for (const [cx, cy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
          disc(ctx, (cx * size) / 2, (cy * size) / 2, size / 3)
          ctx.fill()
        }
        if (chance(random, 0.5)) ctx.rotate(Math.PI / 2)
        ctx.fillStyle = ctx.strokeStyle = fore
        for (const [cx, cy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
          disc(ctx, (cx * size) / 2, (cy * size) / 2, size / 6)
          ctx.fill()
        }
        ctx.lineWidth = size / 3
        ctx.lineCap = 'butt'
        for (const [cx, cy, a] of [[-1, -1, 0], [1, 1, Math.PI]]) {
          ctx.beginPath()
          ctx.arc((cx * size) / 2, (cy * size) / 2, size / 2, a, a + Math.PI / 2)
          ctx.stroke()
        }
        ctx.restore()
      }
    })
    const accents = colors.slice(1)
    if (accents.length && p.accents) {
      levels[0].concat(levels[1]).forEach(([x, y, size]) => {
        if (!chance(random, p.accents)) return
        ctx.fillStyle = pickLeading(random, accents, 1.3)
        disc(ctx, x + size / 2, y + size / 2, size / 9)
        ctx.fill()
      })
    }
  }
}
