// Rewriting: a letter becomes a twig, a twig becomes a hedge. Plants, and the curves that fill a page.
import { palette } from './lib/palettes.js'
import { mix } from './lib/color.js'
import { between, chance, integer, pick } from './lib/random.js'
import { ground, unit } from './lib/canvas.js'

export const meta = { family: 'l-system', title: 'L-systems', moving: false }

const curves = {
  hilbert: { axiom: 'A', rules: { A: '+BF-AFA-FB+', B: '-AF+BFB+FA-' }, turn: 90 },
  gosper: { axiom: 'A', rules: { A: 'A-B--B+A++AA+B-', B: '+A-BB--B-A++A+B' }, turn: 60, draw: 'AB' },
  dragon: { axiom: 'FX', rules: { X: 'X+YF+', Y: '-FX-Y' }, turn: 90 },
  arrow: { axiom: 'A', rules: { A: 'B-A-B', B: 'A+B+A' }, turn: 60, draw: 'AB' },
  peano: { axiom: 'X', rules: { X: 'XFYFX+F+YFXFY-F-XFYFX', Y: 'YFXFY-F-XFYFX+F+YFXFY' }, turn: 90 },
}

export function draw(ctx, { width, height, random, params }) {
  const p = {
    palette: 'herbarium', style: 'plant', plants: 1, depth: 6, spread: 26, droop: 0.02, leaf: 'oval', leafSize: 15, stem: 9, shrink: 0.8, margin: 130,
    flowers: 0.06, curve: 'hilbert', weight: 0.5, label: true, wind: 0, ...params,
  }
  const { paper, ink, colors } = palette(p.palette, p.parts)
  const u = unit(width, height), m = p.margin * u
  ground(ctx, width, height, paper)
  if (p.style === 'curve') return fill()
  const n = p.plants
  for (let k = 0; k < n; k++) {
    const x = m + ((width - 2 * m) * (k + 0.5)) / n + (n > 1 ? between(random, -0.2, 0.2) * ((width - 2 * m) / n) : 0)
    const tall = (height - 2 * m) * (n > 1 ? between(random, 0.55, 1) : 0.98)
    plant(x, height - m * 0.9, tall)
  }
  if (p.soil) {
    ctx.strokeStyle = ink
    ctx.lineWidth = 2 * u
    ctx.beginPath()
    ctx.moveTo(m * 0.7, height - m * 0.9)
    ctx.lineTo(width - m * 0.7, height - m * 0.9)
    ctx.stroke()
  }

  // Stochastic and bracketed, but walked directly: a segment, then side shoots, then the leader goes on.
  function plant(x, y, tall) {
    const stemColor = p.stemInk ? ink : colors[0], lean = between(random, -0.08, 0.08) + p.wind, leaves = []
    const flower = pick(random, colors.slice(2))
    const unitLen = tall * (1 - p.shrink) / (1 - Math.pow(p.shrink, p.depth + 1))
    const grow = (x, y, a, len, thick, depth, side) => {
      const steps = 6
      ctx.strokeStyle = mix(stemColor, ink, 0.15 * (depth / p.depth))
      ctx.lineWidth = Math.max(1.1 * u, thick)
      ctx.beginPath()
      ctx.moveTo(x, y)
      for (let i = 0; i < steps; i++) {
        a += between(random, -0.05, 0.05) + p.droop * Math.sin(a + Math.PI / 2) * side + p.wind * 0.08
        x += (Math.cos(a) * len) / steps
        y += (Math.sin(a) * len) / steps
        ctx.lineTo(x, y)
        if (depth < p.depth - 1 && i % 2 && p.leaf !== 'none') leaves.push([x, y, a + (chance(random, 0.5) ? 1 : -1) * between(random, 0.5, 1.1), depth])
      }
      ctx.stroke()
      if (depth <= 0) {
        if (chance(random, p.flowers * 4)) leaves.push([x, y, a, -1])
        else leaves.push([x, y, a, 0])
        return
      }
      const shoots = p.opposite ? 2 : chance(random, p.bushy ?? 0.6) ? 2 : 1, first = chance(random, 0.5) ? 1 : -1
      for (let s = 0; s < shoots; s++) {
        const dir = s ? -first : first
        grow(x, y, a + dir * (p.spread * Math.PI / 180) * between(random, 0.7, 1.3), len * p.shrink * between(random, 0.6, 0.9), thick * 0.62, depth - 1 - (chance(random, 0.35) ? 1 : 0) < 0 ? 0 : depth - 1, dir * Math.abs(side) + dir)
      }
      grow(x, y, a + between(random, -0.06, 0.06), len * p.shrink, thick * 0.76, depth - 1, side)
    }
    grow(x, y, -Math.PI / 2 + lean, unitLen, p.stem * u, p.depth, 0)
    for (const [lx, ly, a, d] of leaves) leaf(lx, ly, a, d, flower)
  }
  function leaf(x, y, a, d, flower) {
    const s = p.leafSize * u * between(random, 0.6, 1.25)
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(a)
    if (d === -1) {
      ctx.fillStyle = flower
      const n = p.petals || 5
      for (let k = 0; k < n; k++) {
        ctx.rotate((Math.PI * 2) / n)
        ctx.beginPath()
        ctx.ellipse(s * 0.6, 0, s * 0.55, s * 0.28, 0, 0, 7)
        ctx.fill()
      }
      ctx.fillStyle = ink
      ctx.beginPath()
      ctx.arc(0, 0, s * 0.2, 0, 7)
      ctx.fill()
    } else if (p.leaf !== 'none') {
      const greens = colors.slice(0, p.greens || 2)
      ctx.fillStyle = ctx.strokeStyle = pick(random, greens)
      ctx.beginPath()
      if (p.leaf === 'oval') {
        ctx.moveTo(0, 0)
        ctx.quadraticCurveTo(s * 0.7, -s * 0.55, s * 1.6, 0)
        ctx.quadraticCurveTo(s * 0.7, s * 0.55, 0, 0)
        ctx.fill()
      } else if (p.leaf === 'blade') {
        ctx.lineWidth = 1.6 * u
        ctx.moveTo(0, 0)
        ctx.quadraticCurveTo(s, -s * 0.3, s * 2.4, s * 0.3)
        ctx.stroke()
      } else if (p.leaf === 'berry') {
        ctx.arc(s * 0.4, 0, s * 0.32, 0, 7)
        ctx.fill()
      } else {
        ctx.moveTo(0, 0)
        ctx.arc(s * 0.8, 0, s * 0.8, Math.PI * 0.5, Math.PI * 1.5)
        ctx.closePath()
        ctx.fill()
      }
    }
    ctx.restore()
  }

  function fill() {
    const c = curves[p.curve], drawn = c.draw || 'F'
    let text = c.axiom
    for (let i = 0; i < p.depth; i++) text = [...text].map((ch) => c.rules[ch] || ch).join('')
    const turn = (c.turn * Math.PI) / 180
    let x = 0, y = 0, a = p.turn || 0
    const pts = [[0, 0]]
    for (const ch of text) {
      if (ch === '+') a += turn
      else if (ch === '-') a -= turn
      else if (drawn.includes(ch)) {
        x += Math.cos(a)
        y += Math.sin(a)
        pts.push([x, y])
      }
    }
    const xs = pts.map((q) => q[0]), ys = pts.map((q) => q[1])
    const x0 = xs.reduce((s, v) => Math.min(s, v), 0), x1 = xs.reduce((s, v) => Math.max(s, v), 0), y0 = ys.reduce((s, v) => Math.min(s, v), 0), y1 = ys.reduce((s, v) => Math.max(s, v), 0)
    const k = Math.min((width - 2 * m) / (x1 - x0), (height - 2 * m) / (y1 - y0))
    const at = ([px, py]) => [width / 2 + (px - (x0 + x1) / 2) * k, height / 2 + (py - (y0 + y1) / 2) * k]
    ctx.lineWidth = k * p.weight
    const parts = p.runs || colors.length, each = Math.ceil(pts.length / parts)
    const cuts = Array.from({ length: parts }, (_, i) => i * each + (i ? integer(random, -Math.floor(each / 3), Math.floor(each / 3)) : 0)).concat(pts.length)
    ctx.lineCap = p.cap || 'round'
    for (let i = 0; i < parts; i++) {
      ctx.strokeStyle = p.ink && i % p.ink === 0 ? ink : colors[i % colors.length]
      ctx.beginPath()
      for (let j = cuts[i]; j < Math.min(pts.length, cuts[i + 1] + 1); j++) {
        const q = at(pts[j])
        if (p.round && j > cuts[i] && j < cuts[i + 1] && pts[j + 1]) {
          const b = at(pts[j + 1])
          ctx.quadraticCurveTo(...q, (q[0] + b[0]) / 2, (q[1] + b[1]) / 2)
        } else j === cuts[i] ? ctx.moveTo(...q) : ctx.lineTo(...q)
      }
      ctx.stroke()
    }
  }
}
