import type { Metadata, SharpOptions } from 'sharp'
import { refuse } from '../fault.js'
import { Format, Reason } from '../gen/vitrine/render/v1/render_pb.js'
import { tooMuchMemory } from '../limits.js'
import type { Limits, Picture, Report, Work } from '../protocol.js'
import { damaged, formatOf, sharp } from './formats.js'

/** The largest number of frames of an animation. */
const maxFrames = 1000

/** What a child needs besides the pixels: Node, libvips and the encoder. */
const overhead = 110 << 20

/** Opened is an original whose header was read and is within the limits. */
export interface Opened {
  file: string
  picture: Picture
  /** The EXIF orientation, 1 to 8. */
  orientation: number
  /** The size in the file, before it is rotated. */
  stored: { width: number; height: number }
  metadata: Metadata
}

/** options are those that every decoder gets: broken pixels are errors, and the caller has checked the size. */
export const options: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true }

/** openOriginal reads the header of a picture and refuses it if it is over the limits. moving counts the pixels of all frames. */
export async function openOriginal(file: string, limits: Limits, moving = false): Promise<Opened> {
  const format = await formatOf(file)
  const m = await sharp(file, options)
    .metadata()
    .catch((err: unknown) => {
      throw damaged(err)
    })
  const orientation = m.orientation ?? 1
  const stored = { width: m.width, height: m.height }
  const { width, height } = orientation >= 5 ? { width: m.height, height: m.width } : stored
  const animated = (format === Format.GIF || format === Format.WEBP) && (m.pages ?? 1) > 1
  const picture: Picture = {
    format,
    width,
    height,
    frames: animated ? m.pages! : 1,
    milliseconds: animated ? (m.delay ?? []).reduce((sum, delay) => sum + delay, 0) : 0,
    hasAlpha: m.hasAlpha ?? false,
    bits: bits[m.depth ?? ''] ?? 8,
    space: m.space ?? '',
    profile: profileName(m.icc),
  }
  check(picture, m, limits, moving)
  return { file, picture, orientation, stored, metadata: m }
}

const bits: Record<string, number> = { uchar: 8, char: 8, ushort: 16, short: 16, uint: 32, int: 32, float: 32, double: 64 }

function check(p: Picture, m: Metadata, limits: Limits, moving: boolean) {
  const pixels = p.width * p.height
  if (pixels > limits.maxPixels) {
    throw refuse(
      Reason.TOO_MANY_PIXELS,
      `This picture has ${p.width} × ${p.height} pixels. Save it with at most ${Math.floor(limits.maxPixels / 1e6)} million.`,
    )
  }
  if (p.frames > 1 && limits.still) throw refuse(Reason.TOO_MANY_FRAMES, 'This picture moves. Send a still.')
  if (p.frames > maxFrames) {
    throw refuse(Reason.TOO_MANY_FRAMES, `This animation has ${p.frames} frames. Save it with at most ${maxFrames}.`)
  }
  if (moving && pixels * p.frames > limits.maxPixels) {
    throw refuse(
      Reason.TOO_MANY_PIXELS,
      `This animation has ${p.frames} frames of ${p.width} × ${p.height} pixels, which are more than ${Math.floor(limits.maxPixels / 1e6)} million together. Save it smaller or shorter.`,
    )
  }
  if (memoryOf(p, m) > limits.memory) throw tooMuchMemory(limits.memory)
}

/**
 * memoryOf estimates the memory for decoding from the header, so that most pictures that need too much are refused before they cost anything. Most
 * formats are decoded in strips; some variants are always in memory as a whole.
 */
function memoryOf(p: Picture, m: Metadata): number {
  const pixels = p.width * p.height
  let each = 0
  if (p.format === Format.JPEG && m.isProgressive) {
    // All coefficients, of two bytes each.
    const samples: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:4': 3, '4:4:4:4': 4 }
    each = 2 * (p.space === 'b-w' ? 1 : (samples[m.chromaSubsampling ?? ''] ?? 4))
  } else if (p.format === Format.PNG && m.isProgressive) {
    each = (m.channels ?? 4) * (p.bits / 8)
  } else if (p.format === Format.WEBP) {
    each = 4
  } else if (p.format === Format.AVIF) {
    each = p.bits > 8 ? 12 : 6
  } else if (p.format === Format.GIF) {
    each = 8
  }
  return overhead + each * pixels
}

/** profileName returns the description of an ICC profile: the tag desc, as text of version 2 or 4. */
export function profileName(icc: Buffer | undefined): string {
  if (!icc || icc.length < 132) return ''
  for (let i = 0, at = 132; i < Math.min(icc.readUInt32BE(128), 100) && at + 12 <= icc.length; i++, at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue
    const tag = icc.subarray(icc.readUInt32BE(at + 4)).subarray(0, icc.readUInt32BE(at + 8))
    const kind = tag.toString('latin1', 0, 4)
    let name = ''
    if (kind === 'desc' && tag.length > 12) name = tag.toString('latin1', 12, 12 + tag.readUInt32BE(8))
    if (kind === 'mluc' && tag.length >= 28) {
      const text = tag.subarray(tag.readUInt32BE(24)).subarray(0, tag.readUInt32BE(20))
      name = Buffer.from(text.subarray(0, text.length - (text.length % 2)))
        .swap16()
        .toString('utf16le')
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a file may contain anything
    return name.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').slice(0, 100)
  }
  return ''
}

/** inspectJob does the job inspect. */
export async function inspectJob(work: Extract<Work, { kind: 'inspect' }>, report: (r: Report) => void): Promise<void> {
  const { picture } = await openOriginal(work.original, work.limits)
  report({ kind: 'picture', picture })
}
