/** How long a work takes to appear, in seconds: as long as a live work takes to draw itself (docs/operating/art-origin.md). */
export const growth = 12
/** The second of a live work's time at which it starts to draw itself. */
export const growsFrom = 3.5

/** Part of the growth for which one pixel fades in. */
const soft = 0.06
/** How far its neighbourhood may move a pixel in the order, so that areas don't appear everywhere at the same time. */
const spread = 70

/**
 * The order in which the pixels (RGBA) of a picture appear, 0 to 255: lines before areas and areas before their ground, from the upper left
 * to the lower right. Each step has about as many pixels.
 */
export function orderOf(pixels: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const ground = groundOf(pixels)
  const count = width * height
  const scores = new Uint16Array(count)
  const counts = new Uint32Array(1024)
  for (let i = 0; i < count; i++) {
    const far = Math.hypot(...ground.map((value, channel) => pixels[i * 4 + channel]! - value))
    const place = ((i % width) / width + Math.floor(i / width) / height) / 2
    const score = Math.min(1023, Math.round((442 - far) * 1.5 + place * spread * 2))
    scores[i] = score
    counts[score]!++
  }
  let sum = 0
  const steps = counts.map((n) => {
    const step = Math.round((sum / count) * 255)
    sum += n
    return step
  })
  return Uint8ClampedArray.from(scores, (score) => steps[score]!)
}

/** The most frequent colour of a picture, roughly. */
function groundOf(pixels: Uint8ClampedArray): [number, number, number] {
  const counts = new Uint32Array(512)
  const key = (i: number) => (pixels[i]! >> 5) * 64 + (pixels[i + 1]! >> 5) * 8 + (pixels[i + 2]! >> 5)
  for (let i = 0; i < pixels.length; i += 4) counts[key(i)]!++
  const most = counts.indexOf(Math.max(...counts))
  return [(most >> 6) * 32 + 16, ((most >> 3) & 7) * 32 + 16, (most & 7) * 32 + 16]
}

/** How visible each step of the order is, 0 to 255, at a moment of the growth, 0 to 1. The first ones come slowly. */
export function alphasAt(moment: number): Uint8ClampedArray {
  const front = Math.min(1, Math.max(0, moment)) ** 1.5 * (1 + soft)
  return Uint8ClampedArray.from({ length: 256 }, (_, step) => ((front - step / 255) / soft) * 255)
}
