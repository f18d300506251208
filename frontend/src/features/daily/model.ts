/**
 * The work of the day: ribbons that follow a vector field and avoid each other, computed from the date alone.
 * The same date gives the same picture everywhere and forever; change nothing here without a new `edition`.
 */
type Shape = 'wide' | 'tall'

interface Ribbon {
  /** SVG path data in the units of the picture. */
  d: string
  length: number
  width: number
  color: string
}

interface Daily {
  date: string
  width: number
  height: number
  ground: string
  cap: 'round' | 'butt'
  ribbons: Ribbon[]
}

const edition = 'one'
const sizes: Record<Shape, [number, number]> = { wide: [1600, 900], tall: [900, 1350] }

interface Palette {
  ground: string
  colors: [string, ...string[]]
}

const palettes: [Palette, ...Palette[]] = [
  { ground: '#efe9dc', colors: ['#1c2b3a', '#c8452d', '#e6b54a', '#7d9a8c', '#1c2b3a', '#d9cbb0'] },
  { ground: '#14211f', colors: ['#e9e2cf', '#d0683a', '#6f9a86', '#31504a', '#e9b44c', '#31504a'] },
  { ground: '#f3efe8', colors: ['#22223a', '#3d5a9c', '#8fb3d6', '#e8a598', '#22223a', '#d7d2c6'] },
  { ground: '#1d1a24', colors: ['#f0dfc8', '#b23a48', '#5b4b8a', '#e5a15a', '#3a3350', '#3a3350'] },
  { ground: '#e4e6df', colors: ['#2c3a2b', '#5f7f52', '#b8b36a', '#d8703f', '#2c3a2b', '#f4f2ea'] },
  { ground: '#f6f3ee', colors: ['#111111', '#111111', '#d42e22', '#c9c4b8', '#111111', '#6d6a63'] },
  { ground: '#0f2438', colors: ['#f2ead8', '#f2ead8', '#4d86b5', '#e0533c', '#23405c', '#23405c'] },
  { ground: '#efd9c7', colors: ['#3b1f2b', '#a63d57', '#e07a5f', '#3b1f2b', '#5c8a8a', '#f8ede0'] },
]

export const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** The day in UTC, so that everyone sees the same work at the same time. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10)

function hash(text: string) {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** mulberry32: small, uniform, and the same in every engine. */
function createRandom(seed: number) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Random = () => number

/** Value noise on a wrapped 64 × 64 lattice, between -1 and 1. */
function createNoise(random: Random) {
  const lattice = Float32Array.from({ length: 4096 }, () => random() * 2 - 1)
  const at = (x: number, y: number) => lattice[((y & 63) << 6) | (x & 63)] ?? 0
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  return (x: number, y: number) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const u = ease(x - ix)
    const v = ease(y - iy)
    const top = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * u
    const low = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * u
    return top + (low - top) * v
  }
}

type Field = (x: number, y: number) => number

/** Four kinds of fields: free, faceted, turning about a centre, drifting to one side. */
function createField(random: Random, width: number, height: number): Field {
  const noise = createNoise(random)
  const scale = 1.1 + random() * 1.5
  const turns = 0.7 + random() * 0.9
  const lean = random() * Math.PI * 2
  const side = Math.min(width, height)
  const free: Field = (x, y) => {
    const nx = (x / side) * scale
    const ny = (y / side) * scale
    return lean + (noise(nx, ny) + 0.35 * noise(nx * 2.1 + 9, ny * 2.1 + 4)) * Math.PI * turns
  }
  const temper = Math.floor(random() * 4)
  if (temper === 1) {
    const facets = 6 + Math.floor(random() * 3) * 2
    return (x, y) => (Math.round((free(x, y) / (Math.PI * 2)) * facets) / facets) * Math.PI * 2
  }
  if (temper === 2) {
    const cx = width * (0.3 + random() * 0.4)
    const cy = height * (0.3 + random() * 0.4)
    return (x, y) => Math.atan2(y - cy, x - cx) + Math.PI * 0.5 + (free(x, y) - lean) * 0.35
  }
  if (temper === 3) return (x, y) => lean * 0.15 + (free(x, y) - lean) * 0.45
  return free
}

/** Occupied cells: a ribbon checks them before each step. */
function createGround(cell: number) {
  const cells = new Map<number, { x: number; y: number; r: number; id: number }[]>()
  const key = (cx: number, cy: number) => cy * 8192 + cx
  return {
    free(x: number, y: number, r: number, id: number) {
      const cx = Math.floor(x / cell)
      const cy = Math.floor(y / cell)
      for (let j = cy - 1; j <= cy + 1; j++) {
        for (let i = cx - 1; i <= cx + 1; i++) {
          for (const other of cells.get(key(i, j)) ?? []) {
            if (other.id !== id && (other.x - x) ** 2 + (other.y - y) ** 2 < (other.r + r) ** 2) return false
          }
        }
      }
      return true
    },
    take(x: number, y: number, r: number, id: number) {
      const k = key(Math.floor(x / cell), Math.floor(y / cell))
      const there = cells.get(k)
      if (there) there.push({ x, y, r, id })
      else cells.set(k, [{ x, y, r, id }])
    },
  }
}

type Point = [number, number]

/** Quadratic curves through midpoints, in whole units: smooth and small. */
function pathOf(points: Point[], every: number) {
  const last = points[points.length - 1]!
  const kept = points.filter((_, i) => i % every === 0)
  if (kept[kept.length - 1] !== last) kept.push(last)
  const r = Math.round
  let d = `M${r(kept[0]![0])} ${r(kept[0]![1])}`
  for (let i = 1; i < kept.length - 1; i++) {
    const [x, y] = kept[i]!
    const [nx, ny] = kept[i + 1]!
    d += `Q${r(x)} ${r(y)} ${r((x + nx) / 2)} ${r((y + ny) / 2)}`
  }
  return `${d}L${r(last[0])} ${r(last[1])}`
}

const randomOf = (date: string) => createRandom(hash(`${edition}:${date}`))

const paletteFrom = (random: Random) => palettes[Math.floor(random() * palettes.length)]!

/** The colours of the ribbons of a day. */
export const coloursOf = (date: string): string[] => paletteFrom(randomOf(date)).colors

export function grow(date: string, shape: Shape): Daily {
  const [width, height] = sizes[shape]
  // Both shapes have the same parameters; only the positions differ.
  const random = randomOf(date)
  const palette = paletteFrom(random)
  const cap = random() < 0.5 ? 'round' : 'butt'
  const field = createField(random, width, height)
  const tone = createNoise(random)
  const widest = 34 + random() * 46
  const longest = 420 + random() * 900
  const gap = 3 + random() * 5
  const step = 6
  const spread = 0.5 + random() * 0.6

  const ground = createGround(widest + gap)
  const ribbons: Ribbon[] = []
  const tries = 2600
  for (let id = 0; id < tries; id++) {
    // Broad ribbons first; fine ones fill the space between them.
    const rank = id / tries
    const w = Math.max(4, widest * (1 - rank) ** 2.6 * (0.55 + random() * 0.45))
    const r = (w + gap) / 2
    const sx = random() * (width + 120) - 60
    const sy = random() * (height + 120) - 60
    const pick = random()
    const reach = longest * (0.35 + random() * 0.65)
    if (!ground.free(sx, sy, r, id)) continue
    const half = (direction: 1 | -1) => {
      const points: Point[] = []
      let x = sx
      let y = sy
      for (let n = 0; n * step < reach / 2; n++) {
        const angle = field(x, y)
        x += Math.cos(angle) * step * direction
        y += Math.sin(angle) * step * direction
        if (x < -80 || y < -80 || x > width + 80 || y > height + 80 || !ground.free(x, y, r, id)) break
        points.push([x, y])
      }
      return points
    }
    const points: Point[] = [...half(-1).reverse(), [sx, sy], ...half(1)]
    const length = (points.length - 1) * step
    if (length < Math.max(40, w * 1.8)) continue
    for (const [x, y] of points) ground.take(x, y, r, id)
    const n = (tone((sx / width) * 2.2, (sy / height) * 2.2) + 1) / 2
    const index = Math.min(
      palette.colors.length - 1,
      Math.max(0, Math.floor((n * spread + pick * (1 - spread * 0.6)) * palette.colors.length * 0.95)),
    )
    ribbons.push({
      d: pathOf(points, 5),
      length,
      width: Math.round(w * 10) / 10,
      color: palette.colors[index]!,
    })
  }
  return { date, width, height, ground: palette.ground, cap, ribbons }
}

/** The still: an SVG file, each path with its length, so that it can be drawn step by step. */
export function toSVG({ width, height, ground, cap, ribbons, date }: Daily) {
  const paths = ribbons
    .map(
      (r) =>
        `<path d="${r.d}" stroke="${r.color}" stroke-width="${r.width}" data-l="${Math.round(r.length)}"/>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>Work of the day, ${date}</title><rect width="${width}" height="${height}" fill="${ground}"/><g fill="none" stroke-linecap="${cap}">${paths}</g></svg>`
}
