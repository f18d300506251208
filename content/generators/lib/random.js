// Seeded randomness. Everything a generator does must come from here: the same
// seed has to give the same picture in the renderer, in a browser and next year.

// Spreads an integer or a hex hash (a transaction or block hash, say) over four words.
function words(seed) {
  const text = String(seed)
  let a = 0x9e3779b9, b = 0x243f6a88, c = 0xb7e15162, d = 0xdeadbeef
  for (let i = 0; i < text.length; i++) {
    const ch = text.charCodeAt(i)
    a = Math.imul(a ^ ch, 0x85ebca6b)
    b = Math.imul(b ^ (ch + i), 0xc2b2ae35)
    c = Math.imul(c ^ (ch * 31), 0x27d4eb2f)
    d = Math.imul(d ^ (ch + a), 0x165667b1)
    a = (a << 13) | (a >>> 19)
    b ^= a >>> 7
    c = (c + b) | 0
    d ^= c >>> 11
  }
  return [a, b, c, d]
}

// sfc32 by Chris Doty-Humphrey: small, fast, good enough for pictures.
export function createRandom(seed) {
  let [a, b, c, d] = words(seed)
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 20; i++) next()
  return next
}

export const between = (random, low, high) => low + (high - low) * random()
export const integer = (random, low, high) => Math.floor(between(random, low, high + 1))
export const pick = (random, list) => list[Math.floor(random() * list.length)]
export const chance = (random, p) => random() < p
export const gauss = (random) => {
  let sum = 0
  for (let i = 0; i < 6; i++) sum += random()
  return (sum - 3) / 0.7071
}

export function shuffle(random, list) {
  const out = list.slice()
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j], out[i]]
  }
  return out
}

// Early entries come up most: a palette's first colour leads, its last one accents.
export function pickLeading(random, list, bias = 1.8) {
  return list[Math.floor(Math.pow(random(), bias) * list.length)]
}
