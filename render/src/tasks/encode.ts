import type { Sharp } from 'sharp'
import { Format, Quality } from '../gen/vitrine/render/v1/render_pb.js'
import type { Output } from '../protocol.js'
import { fromPixels, type Pixels } from './pixels.js'

/** Looks is what decides how a picture is compressed. */
export interface Looks {
  /** Most pixels have the colour of their neighbour: a drawing, pixel art or text, where lossy compression shows. */
  flat: boolean
}

/** The share of equal neighbours in a flat picture. Photographs have less than 0.3, drawings more than 0.6. */
const flatShare = 0.5

/** The largest number of colours of a picture that is tried without loss. */
const paletteColors = 256
/** How much larger than the lossy file the one without loss may be. */
const losslessFactor = 1.5

/** looks compares each pixel with its left neighbour. */
export function looks({ data, width, height, channels }: Pixels): Looks {
  let equal = 0
  for (let i = channels; i < data.length; i += channels) {
    let same = true
    for (let c = 0; c < channels; c++) if (data[i + c] !== data[i + c - channels]) same = false
    if (same) equal++
  }
  return { flat: equal > flatShare * width * height }
}

/** fewColors reports whether a picture has at most paletteColors colours. */
function fewColors({ data, channels }: Pixels): boolean {
  const colors = new Set<number>()
  for (let i = 0; i < data.length; i += channels) {
    let color = 0
    for (let c = 0; c < channels; c++) color = color * 256 + data[i + c]!
    if (colors.add(color).size > paletteColors) return false
  }
  return true
}

/** The largest number of pixels of a JPEG with its own Huffman tables. The encoder keeps 6 bytes for each pixel until it knows them. */
const maxOptimised = 12_000_000

/** optimiseCoding reports whether a JPEG has its own Huffman tables, which make it some percent smaller. */
export const optimiseCoding = (size: { width: number; height: number }) => size.width * size.height <= maxOptimised

/** encode returns a file of decoded pixels, or of a pipeline that has this size. */
export async function encode(
  p: Pixels | Sharp,
  size: { width: number; height: number },
  output: Output,
  { flat }: Looks,
): Promise<{ data: Buffer; lossless: boolean }> {
  const open = () => ('data' in p ? fromPixels(p) : p.clone())
  const { quality } = output
  const lossy = (s: Promise<Buffer>) => s.then((data) => ({ data, lossless: false }))
  const placeholder = quality === Quality.PLACEHOLDER
  const print = quality === Quality.PRINT
  switch (output.format) {
    case Format.RGBA:
      return { data: 'data' in p ? p.data : await p.raw().toBuffer(), lossless: true }
    case Format.PNG:
      return { data: await open().png().toBuffer(), lossless: true }
    case Format.JPEG:
      return lossy(
        open()
          .jpeg({
            quality: placeholder ? 30 : print || flat ? 88 : 85,
            chromaSubsampling: print || flat ? '4:4:4' : '4:2:0',
            optimiseCoding: optimiseCoding(size),
          })
          .toBuffer(),
      )
    case Format.AVIF:
      return lossy(
        open()
          .avif({ quality: placeholder ? 30 : flat || print ? 65 : 55, effort: 2, chromaSubsampling: flat || print ? '4:4:4' : '4:2:0' })
          .toBuffer(),
      )
  }
  if (placeholder) return lossy(open().webp({ quality: 20, effort: 4 }).toBuffer())
  if (!flat)
    return lossy(
      open()
        .webp({ quality: print ? 90 : 80, effort: 3 })
        .toBuffer(),
    )
  // Effort 4 takes a quarter longer for 2 % smaller files.
  const file = await open().webp({ quality: 90, smartSubsample: true, effort: 2 }).toBuffer()
  if ('data' in p && fewColors(p)) {
    const exact = await open().webp({ lossless: true, effort: 4 }).toBuffer()
    if (exact.length <= losslessFactor * file.length) return { data: exact, lossless: true }
  }
  return { data: file, lossless: false }
}
