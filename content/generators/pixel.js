// Works on a coarse grid: dithered weather, windows, creatures, signs.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { between, chance, integer, pick, shuffle } from './lib/random.js'
import { ground } from './lib/canvas.js'

export const meta = { family: 'pixel', title: 'Pixel works', moving: false }

// The 8 × 8 ordered-dither matrix, built from its own recursion.
const bayer = (x, y) => {
  let r = 0
  for (let k = 0; k < 3; k++) r += [[0, 2], [3, 1]][(y >> k) & 1][(x >> k) & 1] << (2 * (2 - k))
  return (r + 0.5) / 64
}

export function draw(ctx, { width, height, random, params }) {
  const p = { palette: 'blue-hour', style: 'weather', cells: 160, margin: 0, sun: true, horizon: 0.62, creatures: [4, 5], lit: 0.35, rain: 0, ...params }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const s = Math.max(2, Math.floor(Math.min(width, height) / p.cells)), noise = createNoise(random)
  const nx = Math.ceil(width / s), ny = Math.ceil(height / s)
  ground(ctx, width, height, paper)
  const put = (x, y, color, w = 1, h = 1) => {
    ctx.fillStyle = color
    ctx.fillRect(x * s, y * s, w * s, h * s)
  }
  // A value between two tones, decided per cell by the matrix.
  const tone = (stops, v, x, y) => {
    const q = Math.max(0, Math.min(0.9999, v)) * (stops.length - 1), k = Math.floor(q)
    return q - k > bayer(x & 7, y & 7) ? stops[k + 1] : stops[k]
  }
  ;({ weather, windows, creatures, market, islands })[p.style]()

  function weather() {
    const sky = p.stops ? p.stops.map((i) => ({ ink, paper })[i] || colors[i]) : [paper, ...colors]
    const sea = (p.sea || [0, 1]).map((i) => ({ ink, paper })[i] || colors[i])
    const hz = Math.floor(ny * p.horizon), sx = nx * between(random, 0.25, 0.75), sy = hz - ny * between(random, 0.02, 0.34), sr = Math.min(nx, ny) * between(random, 0.09, 0.17)
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        let c
        const inSun = p.sun && Math.hypot(x - sx, y - sy) < sr
        if (y < hz) {
          const cloud = fbm(noise, x / nx * 2.2, y / ny * 9, 4) * (p.cloud ?? 0.5)
          c = tone(sky, y / hz + cloud * 0.8, x, y)
          if (inSun && cloud < 0.16) c = p.sunColor !== undefined ? ({ paper, ink })[p.sunColor] || colors[p.sunColor] : ink
        } else {
          const d = (y - hz) / (ny - hz), wave = noise(x / nx * 14 * (1 - d * 0.6), y / ny * 130 * (1 - d * 0.5) + d, 1.3)
          c = tone(sea, 0.25 + d * 0.6 + wave * 0.5, x, y)
          if (p.sun && Math.abs(x - sx + wave * 5) < sr * (0.35 + d * 0.9) && wave > 0.12) c = p.sunColor !== undefined ? ({ paper, ink })[p.sunColor] || colors[p.sunColor] : ink
        }
        put(x, y, c)
      }
    }
    if (p.hills) for (let k = 0; k < p.hills; k++) {
      const color = k % 2 ? ink : p.hillColor !== undefined ? colors[p.hillColor] : ink
      for (let x = 0; x < nx; x++) {
        const top = Math.floor(hz - ny * (0.03 + 0.15 * Math.max(0, 0.4 + fbm(noise, x / nx * 2 + k * 9, k * 4, 4))) * (1 - k * 0.35))
        for (let y = top; y < hz; y++) if (k || (y - top) / 14 > bayer(x & 7, y & 7) * 0.8) put(x, y, color)
      }
    }
    for (let k = 0; k < p.rain * nx; k++) {
      const x = integer(random, 0, nx), y = integer(random, 0, ny), len = integer(random, 3, 9)
      for (let q = 0; q < len; q++) put(x + Math.floor(q / 3), y + q, colors[colors.length - 1])
    }
  }

  function windows() {
    for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) put(x, y, tone((p.stops || [0, 'paper']).map((i) => ({ ink, paper })[i] || colors[i]), y / ny * 1.1, x, y))
    for (let row = 0; row < 3; row++) {
      let x = -integer(random, 0, 6)
      const wall = [p.walls?.[0] ?? 0, p.walls?.[1] ?? 1, p.walls?.[2] ?? 'ink'].map((i) => ({ ink, paper })[i] || colors[i])[row]
      while (x < nx) {
        const w = integer(random, 14, 30), h = Math.floor(ny * between(random, 0.3, 0.72) * (1 - row * 0.24)), y0 = ny - h
        put(x, y0, wall, w, h)
        if (chance(random, 0.5)) put(x + integer(random, 2, w - 4), y0 - integer(random, 4, 9), wall, 1, 10)
        if (chance(random, 0.4)) put(x + 3, y0 - 3, wall, integer(random, 3, 6), 3)
        const lamp = shuffle(random, p.lamps.map((i) => colors[i]))
        for (let wy = y0 + 3; wy < ny - 3; wy += 4) {
          for (let wx = x + 2; wx < x + w - 3; wx += 4) {
            if (chance(random, p.lit * (row === 2 ? 0.6 : 1))) put(wx, wy, chance(random, 0.75) ? lamp[0] : pick(random, lamp), 2, 2)
          }
        }
        x += w + integer(random, -3, 2)
      }
    }
  }

  function creatures() {
    const [cx, cy] = p.creatures, size = Math.floor(Math.min((nx * 0.84) / cx, (ny * 0.84) / cy)), q = Math.max(1, Math.floor(size / 15))
    const ox = Math.floor((nx - cx * size) / 2), oy = Math.floor((ny - cy * size) / 2)
    for (let j = 0; j < cy; j++) {
      for (let i = 0; i < cx; i++) {
        const [body, trim] = shuffle(random, colors), half = 6, rows = 12, cell = []
        const full = between(random, 0.42, 0.62), legs = integer(random, 1, 3)
        for (let y = 0; y < rows; y++) for (let x = 0; x < half; x++) {
          const d = Math.hypot((x + 0.5) / half, (y - rows * 0.45) / (rows * 0.62))
          cell[y * half + x] = y > 9 ? (x % (legs + 1) === 1 ? 1 : 0) : random() < full + (0.75 - d) * 0.9 ? (random() < 0.2 ? 2 : 1) : 0
        }
        const eye = integer(random, 1, 3), ey = integer(random, 3, 5)
        for (let y = 0; y < rows; y++) for (let x = 0; x < half; x++) {
          let c = cell[y * half + x] === 1 ? body : cell[y * half + x] === 2 ? trim : null
          if (y === ey && x === eye) c = paper
          if (y === ey + 1 && x === eye) c = ink
          if (!c) continue
          const bx = ox + i * size + Math.floor(size / 2), by = oy + j * size + Math.floor((size - rows * q) / 2) + y * q
          put(bx + x * q, by, c, q, q)
          put(bx - (x + 1) * q, by, c, q, q)
        }
      }
    }
  }

  function market() {
    const rows = p.rows || 7, rh = Math.floor(ny / rows)
    for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) put(x, y, tone([paper, p.night !== undefined ? colors[p.night] : paper], y / ny, x, y))
    for (let r = 0; r < rows; r++) {
      let x = integer(random, -8, 0)
      const y = r * rh
      while (x < nx) {
        const w = integer(random, 9, 20), [a, b, c] = shuffle(random, colors)
        for (let k = 0; k < w; k++) put(x + k, y + 2, k % 4 < 2 ? a : paper, 1, 3 + (k % 4 < 2 ? 1 : 0))
        put(x + 1, y + 7, b, w - 2, rh - 9)
        for (let k = 0; k < w * 1.6; k++) put(x + integer(random, 1, w - 3), y + integer(random, 8, rh - 4), chance(random, 0.5) ? c : ink)
        put(x + Math.floor(w / 2) - 1, y + rh - 7, ink, 2, 2)
        put(x + Math.floor(w / 2) - 2, y + rh - 5, pick(random, colors), 4, 3)
        x += w + integer(random, 1, 4)
      }
    }
  }

  function islands() {
    const stops = [...(p.stops || [0, 1]).map((i) => ({ ink, paper })[i] || colors[i])], land = (p.land || [2, 3]).map((i) => ({ ink, paper })[i] || colors[i])
    const m = Math.floor(p.margin * Math.min(nx, ny))
    for (let y = m; y < ny - m; y++) {
      for (let x = m; x < nx - m; x++) {
        const v = fbm(noise, (x / Math.min(nx, ny)) * (p.scale || 2.4), (y / Math.min(nx, ny)) * (p.scale || 2.4), 5)
        const level = p.level ?? 0.08
        put(x, y, v < level ? tone(stops, 0.9 + (v - level) * 1.7, x, y) : v < level + 0.03 ? ink : tone(land, (v - level - 0.03) * 2.6, x, y))
      }
    }
  }
}
