// Plane geometry for tilings and cells. Points are [x, y], polygons are lists of points.

// The part of a convex polygon where (p - o) · n <= 0.
export function cut(polygon, ox, oy, nx, ny) {
  const out = []
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i], b = polygon[(i + 1) % polygon.length]
    const da = (a[0] - ox) * nx + (a[1] - oy) * ny
    const db = (b[0] - ox) * nx + (b[1] - oy) * ny
    if (da <= 0) out.push(a)
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      const t = da / (da - db)
      out.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
    }
  }
  return out
}

export function area(polygon) {
  let sum = 0
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i], b = polygon[(i + 1) % polygon.length]
    sum += a[0] * b[1] - b[0] * a[1]
  }
  return sum / 2
}

export function centroid(polygon) {
  const s = area(polygon)
  if (Math.abs(s) < 1e-6) return polygon[0]
  let x = 0, y = 0
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i], b = polygon[(i + 1) % polygon.length]
    const k = a[0] * b[1] - b[0] * a[1]
    x += (a[0] + b[0]) * k
    y += (a[1] + b[1]) * k
  }
  return [x / (6 * s), y / (6 * s)]
}

// Moves every edge of a convex polygon inwards by d; empty when nothing is left.
export function inset(polygon, d) {
  const sign = area(polygon) > 0 ? 1 : -1
  let out = polygon
  for (let i = 0; i < polygon.length && out.length > 2; i++) {
    const a = polygon[i], b = polygon[(i + 1) % polygon.length]
    const len = Math.hypot(b[0] - a[0], b[1] - a[1])
    if (len < 1e-9) continue
    const nx = (sign * (b[1] - a[1])) / len, ny = (-sign * (b[0] - a[0])) / len
    out = cut(out, a[0] - nx * d, a[1] - ny * d, nx, ny)
  }
  return out.length > 2 && Math.abs(area(out)) > 1 ? out : []
}

// Voronoi cells by cutting with the bisectors of near neighbours, nearest first.
export function voronoi(points, x0, y0, x1, y1) {
  const size = Math.sqrt(((x1 - x0) * (y1 - y0)) / points.length) * 1.5
  const w = Math.ceil((x1 - x0) / size) + 1
  const cells = new Map()
  const key = (p) => Math.floor((p[1] - y0) / size) * w + Math.floor((p[0] - x0) / size)
  points.forEach((p, i) => {
    const k = key(p)
    if (!cells.has(k)) cells.set(k, [])
    cells.get(k).push(i)
  })
  const h = Math.ceil((y1 - y0) / size) + 1
  return points.map((p, self) => {
    let poly = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    const cx = Math.floor((p[0] - x0) / size), cy = Math.floor((p[1] - y0) / size)
    for (let ring = 0; ring < Math.max(w, h); ring++) {
      let far = 0
      for (const q of poly) far = Math.max(far, (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
      if (ring > 1 && ((ring - 1) * size) ** 2 > far * 4) break
      const near = []
      for (let j = cy - ring; j <= cy + ring; j++) {
        for (let i = cx - ring; i <= cx + ring; i++) {
          if (Math.max(Math.abs(i - cx), Math.abs(j - cy)) !== ring || i < 0 || i >= w || j < 0) continue
          for (const o of cells.get(j * w + i) || []) if (o !== self) near.push(points[o])
        }
      }
      near.sort((a, b) => (a[0] - p[0]) ** 2 + (a[1] - p[1]) ** 2 - (b[0] - p[0]) ** 2 - (b[1] - p[1]) ** 2)
      for (const q of near) poly = cut(poly, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, q[0] - p[0], q[1] - p[1])
    }
    return poly
  })
}

// Hatches a convex polygon: calls line(x0, y0, x1, y1) for parallels of an angle, gap apart.
export function hatch(polygon, angle, gap, line) {
  const c = Math.cos(angle), s = Math.sin(angle)
  const turned = polygon.map(([x, y]) => [x * c + y * s, -x * s + y * c])
  let low = Infinity, high = -Infinity
  for (const [, y] of turned) {
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  for (let y = Math.ceil(low / gap) * gap; y <= high; y += gap) {
    const hits = []
    for (let i = 0; i < turned.length; i++) {
      const a = turned[i], b = turned[(i + 1) % turned.length]
      if (a[1] <= y !== b[1] <= y) hits.push(a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]))
    }
    hits.sort((p, q) => p - q)
    for (let i = 0; i + 1 < hits.length; i += 2) {
      line(hits[i] * c - y * s, hits[i] * s + y * c, hits[i + 1] * c - y * s, hits[i + 1] * s + y * c)
    }
  }
}

// Points at least r(x, y) apart, by throwing many darts into a grid.
export function scatter(random, x0, y0, x1, y1, radius, tries = 30000, smallest = 4) {
  const out = [], grid = new Map(), size = smallest
  let largest = smallest
  for (let n = 0; n < tries; n++) {
    const x = x0 + random() * (x1 - x0), y = y0 + random() * (y1 - y0)
    const r = typeof radius === 'function' ? radius(x, y) : radius
    if (!(r > 0)) continue
    largest = Math.max(largest, r)
    const reach = Math.ceil(r / size), gx = Math.floor(x / size), gy = Math.floor(y / size)
    let free = true
    for (let j = gy - reach; j <= gy + reach && free; j++) {
      for (let i = gx - reach; i <= gx + reach && free; i++) {
        const q = grid.get(j * 8192 + i)
        if (q && (q[0] - x) ** 2 + (q[1] - y) ** 2 < r * r) free = false
      }
    }
    if (!free) continue
    const p = [x, y, r]
    grid.set(gy * 8192 + gx, p)
    out.push(p)
  }
  return out
}
