// Cellular automata: rules of one line, blankets of a thousand rows, tides that chase themselves.
import { createNoise, fbm } from './lib/noise.js'
import { palette } from './lib/palettes.js'
import { shade } from './lib/color.js'
import { chance, integer, pick } from './lib/random.js'
import { disc, ground, unit } from './lib/canvas.js'

export const meta = { family: 'automata', title: 'Cellular automata', moving: false }

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'carbon', style: 'rule', rule: 30, cell: 12, margin: 100, start: 'one', bands: 1, shape: 'square', states: 7, steps: 90, threshold: 1,
    mirror: false, threadBias: 1, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), noise = createNoise(random)
  ground(ctx, width, height, paper)
  const s = Math.max(2, Math.round(p.cell * u)), m = p.margin * u
  const nx = Math.floor((width - 2 * m) / s), ny = Math.floor((height - 2 * m) / s)
  const ox = Math.round((width - nx * s) / 2), oy = Math.round((height - ny * s) / 2)
  const put = (i, j, color) => {
    ctx.fillStyle = color
    const x = ox + i * s, y = oy + j * s
    if (p.shape === 'disc') {
      disc(ctx, x + s / 2, y + s / 2, s * 0.44)
      ctx.fill()
    } else if (p.shape === 'gap') ctx.fillRect(x + s * 0.08, y + s * 0.08, s * 0.84, s * 0.84)
    else if (p.shape === 'tri') {
      ctx.beginPath()
      const up = (i + j) % 2
      ctx.moveTo(x, up ? y + s : y)
      ctx.lineTo(x + s, up ? y + s : y)
      ctx.lineTo(x + s / 2, up ? y : y + s)
      ctx.fill()
    } else ctx.fillRect(x, y, s, s)
  }
  if (p.style === 'rule') {
    const rules = Array.isArray(p.rule) ? p.rule : [p.rule]
    const half = p.mirror ? Math.ceil(nx / 2) : nx
    let row = Array.from({ length: half }, (_, i) => p.start === 'one' ? (i === (p.mirror ? half - 1 : Math.floor(half / 2)) ? 1 : 0) : chance(random, p.density || 0.5) ? 1 : 0)
    const bandAt = [], kind = []
    for (let b = 0; b < p.bands; b++) {
      bandAt.push(integer(random, 8, Math.max(9, Math.floor((2 * ny) / p.bands) - 8)))
      kind.push(pick(random, rules))
    }
    let b = 0, left = p.bands > 1 ? bandAt[0] : ny, rule = p.bands > 1 ? kind[0] : rules[0], fore = p.bands > 1 ? colors[0] : p.fore !== undefined ? colors[p.fore] : ink, back = null
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const on = row[i < half ? i : nx - 1 - i]
        if (back && !on) {
          ctx.fillStyle = back
          ctx.fillRect(ox + i * s, oy + j * s, s, s)
        }
        if (on) put(i, j, p.depthTone ? shade(fore, (j / ny) * p.depthTone) : p.alive && fbm(noise, i / nx * 2, j / ny * 2, 2) > p.alive ? colors[0] : fore)
      }
      row = row.map((v, i) => {
        const l = row[(i - 1 + half) % half], r = p.mirror && i === half - 1 ? row[half - 2] : row[(i + 1) % half]
        return (rule >> ((l << 2) | (v << 1) | r)) & 1
      })
      if (--left <= 0 && p.bands > 1) {
        b++
        left = bandAt[b % p.bands]
        rule = kind[b % p.bands]
        fore = colors[b % colors.length]
        back = p.grounds && b % 2 ? shade(colors[(b + 2) % colors.length], 0.0) : null
        if (back === fore) back = null
        if (p.restart) row = row.map((_, i) => (i === half - 1 ? 1 : 0))
      }
    }
    return
  }
  let grid = Array.from({ length: nx * ny }, (_, k) => {
    if (p.style === 'cyclic') return integer(random, 0, p.states - 1)
    const v = fbm(noise, ((k % nx) / Math.min(nx, ny)) * 2.2, Math.floor(k / nx) / Math.min(nx, ny) * 2.2, 2)
    return chance(random, p.style === 'majority' ? 0.5 + v * 0.25 : 0.22 + v * 0.3) ? 1 : 0
  })
  const age = new Float32Array(nx * ny)
  const at = (g, x, y) => g[((y + ny) % ny) * nx + ((x + nx) % nx)]
  for (let step = 0; step < p.steps; step++) {
    const next = grid.slice()
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        const k = y * nx + x, v = grid[k]
        if (p.style === 'cyclic') {
          const want = (v + 1) % p.states
          let n = 0
          for (const [dx, dy] of p.moore ? [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]] : [[1, 0], [-1, 0], [0, 1], [0, -1]]) if (at(grid, x + dx, y + dy) === want) n++
          if (n >= p.threshold) next[k] = want
        } else {
          let n = 0
          for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dx || dy) n += at(grid, x + dx, y + dy)
          if (p.style === 'majority') next[k] = n + v > 4 ? 1 : 0
          else next[k] = v ? (n === 2 || n === 3 ? 1 : 0) : n === 3 ? 1 : 0
          age[k] = next[k] ? age[k] + 1 : age[k] * (p.memory ?? 0.94)
        }
      }
    }
    grid = next
  }
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      const k = y * nx + x
      if (p.style === 'cyclic') {
        const c = p.tones ? p.tones[grid[k] % p.tones.length] : grid[k] % (colors.length + 1)
        const color = c === 'paper' || c === colors.length ? null : c === 'ink' ? ink : colors[c]
        if (color) put(x, y, color)
      } else if (p.style === 'majority') {
        if (grid[k]) put(x, y, colors[Math.floor((0.5 + 0.49 * fbm(noise, x / nx * 2 + 5, y / ny * 2, 2)) * colors.length)] || colors[0])
      } else {
        const a = Math.min(0.999, age[k] / (p.long || 14))
        if (a > 0.06) put(x, y, grid[k] ? ink : colors[Math.floor(a * colors.length)])
      }
    }
  }
}
