// Warp and weft: a draft says which thread lies on top, the threads bring the colour.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { between, chance, integer, pick, pickLeading } from './lib/random.js'
import { ground, unit } from './lib/canvas.js'

export const meta = { family: 'weave', title: 'Woven grids', moving: false }

// over(i, j): does the warp thread i lie above the weft thread j?
const drafts = {
  plain: (i, j) => (i + j) % 2 === 0,
  twill: (i, j) => (i + j) % 4 < 2,
  herringbone: (i, j) => ((Math.floor(i / 12) % 2 ? i : 12000 - i) + j) % 4 < 2,
  diamond: (i, j) => (Math.abs((i % 24) - 12) + Math.abs((j % 24) - 12)) % 4 < 2,
  satin: (i, j) => (i * 2 + j) % 5 !== 0,
  basket: (i, j) => (Math.floor(i / 3) + Math.floor(j / 3)) % 2 === 0,
}

function stripes(random, n, p, colors) {
  const out = []
  while (out.length < n) {
    const color = pickLeading(random, colors, p.bias), run = integer(random, p.run[0], p.run[1])
    if (p.mirror || !chance(random, p.pinstripe)) for (let k = 0; k < run; k++) out.push(color)
    else for (let k = 0; k < run; k++) out.push(k % 2 ? color : pick(random, colors))
  }
  if (p.mirror) for (let i = 0; i < n / 2; i++) out[n - 1 - i] = out[i]
  return out.slice(0, n)
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'winter-wheat', draft: 'twill', thread: 11, run: [2, 14], bias: 1.4, pinstripe: 0.25, mirror: false, margin: 100,
    zones: 0, fringe: 0, relief: 0.09, blocks: null, tie: 0, same: false, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), s = p.thread * u, m = p.margin * u, noise = createNoise(random)
  ground(ctx, width, height, paper)
  const nx = Math.floor((width - 2 * m) / s), ny = Math.floor((height - 2 * m - 2 * p.fringe * u) / s)
  const ox = (width - nx * s) / 2, oy = (height - ny * s) / 2
  const threads = p.inkWarp ? [ink] : colors
  const warp = stripes(random, nx, p, threads), weft = p.same ? warp.concat(stripes(random, Math.max(0, ny - nx), p, colors)) : stripes(random, ny, p, colors)
  const names = Array.isArray(p.draft) ? p.draft : [p.draft]
  const cellDraft = new Map()
  const draftAt = (i, j) => {
    if (names.length === 1) return drafts[names[0]]
    if (p.zones) {
      const v = fbm(noise, (i / nx) * p.zones, (j / ny) * p.zones, 2) * 0.9 + 0.5
      return drafts[names[Math.max(0, Math.min(names.length - 1, Math.floor(v * names.length)))]]
    }
    const b = p.blocks || [24, 24], key = `${Math.floor(i / b[0])},${Math.floor(j / b[1])}`
    if (!cellDraft.has(key)) cellDraft.set(key, pick(random, names))
    return drafts[cellDraft.get(key)]
  }
  const motif = p.motif ? motifs[p.motif] : null
  const tones = new Map()
  const tone = (color, by) => {
    const key = color + by
    if (!tones.has(key)) tones.set(key, shade(color, by))
    return tones.get(key)
  }
  if (p.fringe) {
    ctx.lineWidth = s * 0.42
    for (let i = 0; i < nx; i++) {
      const x = ox + (i + 0.5) * s
      for (const [y, dir] of [[oy, -1], [oy + ny * s, 1]]) {
        ctx.strokeStyle = warp[i]
        ctx.beginPath()
        ctx.moveTo(x, y)
        const len = p.fringe * u * between(random, 0.7, 1.05)
        ctx.quadraticCurveTo(x + between(random, -4, 4) * u, y + dir * len * 0.6, x + between(random, -9, 9) * u, y + dir * len)
        ctx.stroke()
      }
    }
  }
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      let over = draftAt(i, j)(i, j)
      let color = over ? warp[i] : weft[j]
      if (motif) {
        const hit = motif(i - nx / 2, j - ny / 2, nx, ny)
        if (hit) {
          over = false
          color = colors[(hit - 1) % colors.length]
        }
      }
      if (p.tie && chance(random, p.tie)) color = paper
      const x = ox + i * s, y = oy + j * s
      ctx.fillStyle = color
      ctx.fillRect(x, y, s + 0.5, s + 0.5)
      if (!p.relief) continue
      // A lit and a shaded edge along the thread's run make it round.
      const e = s * 0.2
      ctx.fillStyle = tone(color, p.relief)
      over ? ctx.fillRect(x + e * 0.6, y, e, s) : ctx.fillRect(x, y + e * 0.6, s, e)
      ctx.fillStyle = tone(color, -p.relief)
      over ? ctx.fillRect(x + s - e, y, e, s) : ctx.fillRect(x, y + s - e, s, e)
    }
  }
}

const motifs = {
  diamonds: (x, y) => {
    const d = Math.abs(((x + 2000) % 40) - 20) + Math.abs(((y + 2000) % 40) - 20)
    return d < 4 ? 4 : d < 8 ? 1 : d > 15 && d < 18 ? 2 : 0
  },
  steps: (x, y) => {
    const k = Math.floor(Math.abs(((x + 2100) % 42) - 21) / 3) + Math.floor(((y + 2100) % 42) / 3)
    return k % 7 === 0 ? 1 : k % 7 === 1 ? 3 : 0
  },
  eye: (x, y) => {
    const d = Math.max(Math.abs(x) * 0.9, Math.abs(y)) / 5
    return d < 9 && Math.floor(d) % 2 === 0 ? (Math.floor(d / 2) % 4) + 1 : 0
  },
  kente: (x, y, nx) => {
    const col = Math.floor((x + nx / 2) / 18), row = Math.floor((y + 3000) / 18), q = (col * 7 + row * 3) % 5
    const dx = (x + nx / 2) % 18, dy = (y + 3000) % 18
    if (q === 0) return Math.floor(dy / 3) % 2 ? 1 : 4
    if (q === 2) return Math.abs(dx - 9) + Math.abs(dy - 9) < 9 ? 2 : 0
    if (q === 3) return dx < 6 || dx > 11 ? 3 : 0
    return 0
  },
}
