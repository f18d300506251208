// Gradient noise in three dimensions (Perlin's 2002 form) over a seeded permutation.
const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10)
const lerp = (a, b, t) => a + (b - a) * t

function grad(hash, x, y, z) {
  const h = hash & 15
  const u = h < 8 ? x : y
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v)
}

// createNoise(random)(x, y, z) is about -1..1, smooth, and 0 on the integer lattice.
export function createNoise(random) {
  const p = new Uint8Array(512)
  for (let i = 0; i < 256; i++) p[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const k = p[i]
    p[i] = p[j]
    p[j] = k
  }
  for (let i = 0; i < 256; i++) p[256 + i] = p[i]
  return (x, y, z = 0.37) => {
    const fx = Math.floor(x), fy = Math.floor(y), fz = Math.floor(z)
    const X = fx & 255, Y = fy & 255, Z = fz & 255
    x -= fx
    y -= fy
    z -= fz
    const u = fade(x), v = fade(y), w = fade(z)
    const A = p[X] + Y, AA = p[A & 255] + Z, AB = p[(A + 1) & 255] + Z
    const B = p[(X + 1) & 255] + Y, BA = p[B & 255] + Z, BB = p[(B + 1) & 255] + Z
    const g = (i, dx, dy, dz) => grad(p[i & 255], dx, dy, dz)
    return lerp(
      lerp(lerp(g(AA, x, y, z), g(BA, x - 1, y, z), u), lerp(g(AB, x, y - 1, z), g(BB, x - 1, y - 1, z), u), v),
      lerp(lerp(g(AA + 1, x, y, z - 1), g(BA + 1, x - 1, y, z - 1), u),
        lerp(g(AB + 1, x, y - 1, z - 1), g(BB + 1, x - 1, y - 1, z - 1), u), v), w)
  }
}

// Fractal sum: each octave is twice as fine and half as strong. About -1..1.
export function fbm(noise, x, y, octaves = 4, z = 0.37) {
  let sum = 0, amp = 0.5
  for (let i = 0; i < octaves; i++) {
    sum += amp * noise(x, y, z + i * 7.1)
    x = x * 2 + 17.3
    y = y * 2 - 9.7
    amp *= 0.5
  }
  return sum * 1.4
}
