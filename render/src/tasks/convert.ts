import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { Fit, Format, Quality } from '../gen/vitrine/render/v1/render_pb.js'
import type { File, Output, Report, Work } from '../protocol.js'
import { encode, type Looks, looks } from './encode.js'
import { damaged, sharp } from './formats.js'
import { type Opened, openOriginal, options } from './inspect.js'
import { fromPixels, type Pixels, pixels } from './pixels.js'

/** The largest side of a format's files, in pixels. */
const maxSide: Partial<Record<Format, number>> = { [Format.WEBP]: 16383, [Format.AVIF]: 16384, [Format.JPEG]: 65535 }

/** A picture of at most this many pixels is kept decoded, and everything smaller is made from it. */
const maxBase = 12_000_000

interface Size {
  width: number
  height: number
}

/** within returns the size of a picture in its proportions with a width, height and largest side; 0 doesn't limit. It never enlarges. */
export function within(p: Size, width: number, height: number, side = Infinity): Size {
  const scale = Math.min(1, (width || Infinity) / p.width, (height || Infinity) / p.height, side / p.width, side / p.height)
  return scaled(p, scale)
}

function scaled(p: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(p.width * scale)), height: Math.max(1, Math.round(p.height * scale)) }
}

/** Plan is how an output is made. */
interface Plan {
  output: Output
  /** The size that the whole picture is scaled to. */
  picture: Size
  /** The size of the file. */
  file: Size
}

function planOf(o: Output, p: Size): Plan {
  const file = { width: o.width, height: o.height }
  if (o.fit === Fit.COVER) return { output: o, picture: scaled(p, Math.max(o.width / p.width, o.height / p.height)), file }
  const picture = within(p, o.width, o.height, maxSide[o.format])
  return { output: o, picture, file: o.fit === Fit.CONTAIN ? file : picture }
}

/** upright rotates a picture by its EXIF orientation. */
export function upright(s: Sharp, orientation: number): Sharp {
  const turned = s.rotate({ 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0)
  return [2, 4, 5, 7].includes(orientation) ? turned.flop() : turned
}

/** decoder returns a pipeline of the first frame in sRGB with eight bits, as it lies in the file. */
export function decoder({ file, picture, metadata }: Opened, sequentialRead = true): Sharp {
  const s = sharp(file, { ...options, sequentialRead, pages: 1 }).toColourspace('srgb')
  // Otherwise libvips compresses the colours to those that the profile thinks look best, not to the same ones.
  if (picture.space === 'cmyk') return s.pipelineColourspace('cmyk')
  // sharp works in P3 with such pictures, and leaves them there.
  if (picture.bits === 16 && metadata.hasProfile) return s.withIccProfile('srgb')
  return s
}

/** base decodes a picture once, in a size. It is rotated after it was scaled, because that needs all of it in memory. */
async function base(o: Opened, size: Size): Promise<Pixels> {
  const stored = o.orientation >= 5 ? { width: size.height, height: size.width } : size
  const small = await pixels(decoder(o).resize({ ...stored, fit: 'fill', fastShrinkOnLoad: false }))
  return o.orientation === 1 ? small : pixels(upright(fromPixels(small), o.orientation))
}

/** fitted scales, crops and fills a picture. */
function fitted(s: Sharp, { output, picture, file }: Plan, transparent: boolean): Sharp {
  const background = output.background || (output.format === Format.JPEG ? '#ffffff' : '')
  let out = s
  if (output.fit === Fit.COVER) out = out.resize({ ...file, fit: 'cover', fastShrinkOnLoad: false })
  else if (output.fit === Fit.CONTAIN) {
    const [x, y] = [file.width - picture.width, file.height - picture.height]
    const edges = { left: x >> 1, right: x - (x >> 1), top: y >> 1, bottom: y - (y >> 1) }
    out = out.resize({ ...picture, fit: 'fill' }).extend({ ...edges, background: background || { r: 0, g: 0, b: 0, alpha: 0 } })
  } else out = out.resize({ ...picture, fit: 'fill', fastShrinkOnLoad: false })
  if (background && transparent) out = out.flatten({ background })
  return output.format === Format.RGBA ? out.ensureAlpha() : out
}

/** convertJob does the job convert. */
export async function convertJob(work: Extract<Work, { kind: 'convert' }>, folder: string, report: (r: Report) => void): Promise<void> {
  const moving = work.outputs.some((o) => o.moving)
  const original = await openOriginal(work.original, work.limits, moving)
  const { picture } = original
  report({ kind: 'picture', picture })
  const plans = work.outputs.map((o) => planOf(o, picture))
  const fromBase = (p: Plan) => !moves(p, original) && p.picture.width <= picture.width && p.picture.width * p.picture.height <= maxBase
  // The smallest decoded picture that everything can be made from.
  const widest = plans
    .filter(fromBase)
    .reduce<Size>((most, p) => (p.picture.width > most.width ? p.picture : most), { width: 0, height: 0 })
  try {
    const decoded = widest.width > 0 ? await base(original, widest) : undefined
    const seen = decoded && looks(decoded)
    for (const [i, plan] of plans.entries()) {
      const path = join(folder, `${i}`)
      const file =
        decoded && seen && fromBase(plan) ? await writeStill(plan, decoded, seen, path) : await writeDirectly(plan, original, path)
      report({ kind: 'file', file })
    }
  } catch (err) {
    throw damaged(err)
  }
}

/** moves reports whether an output is an animation. A rotated one isn't supported by libvips and becomes a still. */
const moves = ({ output }: Plan, { picture, orientation }: Opened) =>
  output.moving && output.format === Format.WEBP && picture.frames > 1 && orientation === 1

async function writeStill(plan: Plan, decoded: Pixels, seen: Looks, path: string): Promise<File> {
  const p = await pixels(fitted(fromPixels(decoded), plan, decoded.channels === 4))
  const { data, lossless } = await encode(p, p, plan.output, seen)
  await writeFile(path, data)
  return {
    name: plan.output.name,
    path,
    format: plan.output.format,
    width: p.width,
    height: p.height,
    size: data.length,
    frames: 1,
    lossless,
  }
}

/** writeDirectly makes a file from the original: an animation, or a picture that is too large to keep it decoded. */
async function writeDirectly(plan: Plan, original: Opened, path: string): Promise<File> {
  const { output } = plan
  const result = { name: output.name, path, format: output.format, ...plan.file, frames: 1, lossless: false }
  if (moves(plan, original)) {
    const s = sharp(original.file, { ...options, animated: true }).toColourspace('srgb')
    const { delay, loop = 0 } = original.metadata
    const info = await fitted(s, plan, original.picture.hasAlpha)
      .webp({ quality: output.quality === Quality.PRINT ? 90 : 80, effort: 2, loop, ...(delay ? { delay } : {}) })
      .toFile(path)
    return { ...result, size: info.size, frames: original.picture.frames }
  }
  const s = original.orientation === 1 ? decoder(original) : decoder(original, false).autoOrient()
  const out = fitted(s, plan, original.picture.hasAlpha)
  const { data, lossless } = await encode(out, plan.file, output, { flat: false })
  await writeFile(path, data)
  return { ...result, size: data.length, lossless }
}
