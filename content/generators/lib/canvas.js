// Drawing habits shared by the generators.
import { rgb } from './color.js'

export function ground(ctx, width, height, color) {
  ctx.fillStyle = color
  ctx.fillRect(0, 0, width, height)
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
}

// The unit of length: a thousandth of the geometric mean side, so that a recipe looks the same at any size.
export const unit = (width, height) => Math.sqrt(width * height) / 1000

export function path(ctx, points, closed = false) {
  ctx.beginPath()
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
  if (closed) ctx.closePath()
}

// Quadratic smoothing through the midpoints.
export function smooth(ctx, points, closed = false) {
  const n = points.length
  ctx.beginPath()
  if (n < 3) return path(ctx, points, closed)
  const mid = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  if (closed) {
    ctx.moveTo(...mid(points[n - 1], points[0]))
    for (let i = 0; i < n; i++) ctx.quadraticCurveTo(...points[i], ...mid(points[i], points[(i + 1) % n]))
    ctx.closePath()
  } else {
    ctx.moveTo(...points[0])
    for (let i = 1; i < n - 1; i++) ctx.quadraticCurveTo(...points[i], ...mid(points[i], points[i + 1]))
    ctx.lineTo(...points[n - 1])
  }
}

export function disc(ctx, x, y, r) {
  ctx.beginPath()
  ctx.arc(x, y, Math.max(0, r), 0, Math.PI * 2)
}

// Runs fn with a clip; the path function builds the clip's path.
export function clipped(ctx, build, fn) {
  ctx.save()
  build()
  ctx.clip()
  fn()
  ctx.restore()
}

// Per-pixel pictures: colorAt(x, y) returns an [r, g, b] triple. One allocation, no alpha.
export function pixels(ctx, width, height, colorAt) {
  const image = ctx.createImageData(width, height)
  const data = image.data
  let i = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const c = colorAt(x, y)
      data[i] = c[0]
      data[i + 1] = c[1]
      data[i + 2] = c[2]
      data[i + 3] = 255
      i += 4
    }
  }
  ctx.putImageData(image, 0, 0)
}

// A smooth field computed on a coarse grid and read between its points (Catmull-Rom),
// because noise for every pixel of a large canvas costs seconds.
export function field(width, height, step, fn) {
  const w = Math.ceil(width / step) + 4, h = Math.ceil(height / step) + 4
  const v = new Float32Array(w * h)
  for (let j = 0; j < h; j++) for (let i = 0; i < w; i++) v[j * w + i] = fn((i - 1) * step, (j - 1) * step)
  const spline = (a, b, c, d, t) => b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  return (x, y) => {
    const gx = x / step + 1, gy = y / step + 1
    const i = Math.max(1, Math.min(w - 3, Math.floor(gx))), j = Math.max(1, Math.min(h - 3, Math.floor(gy)))
    const tx = gx - i, ty = gy - j
    const row = (k) => spline(v[k + i - 1], v[k + i], v[k + i + 1], v[k + i + 2], tx)
    return spline(row((j - 1) * w), row(j * w), row((j + 1) * w), row((j + 2) * w), ty)
  }
}

export const triples = (colors) => colors.map(rgb)
export const clamp = (v, a = 0, b = 1) => (v < a ? a : v > b ? b : v)
export const smoothstep = (a, b, v) => {
  const t = clamp((v - a) / (b - a))
  return t * t * (3 - 2 * t)
}
