import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A file that must be refused, and what it is. */
export interface Hostile {
  what: string
  file: Buffer
}

/** random returns a function that returns the same numbers for the same seed, from 0 to below n. */
function random(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (n: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

function chunk(kind: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(kind), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** png returns a PNG of a size with the given compressed data. */
export function png(width: number, height: number, data: Buffer, interlaced = false) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** gif returns an animation of one pixel with a number of frames. */
function gif(frames: number, width = 1, height = 1) {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** jpeg changes the size in the header of a small JPEG. */
function jpeg(small: Buffer, width: number, height: number) {
  const out = Buffer.from(small)
  const at = out.findIndex((_, i) => out[i] === 0xff && (out[i + 1] === 0xc0 || out[i + 1] === 0xc2))
  out.writeUInt16BE(height, at + 5)
  out.writeUInt16BE(width, at + 7)
  return out
}

const svg = (depth: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}</svg>`

/** Kinds of hostile files. Each returns one from a random number generator. */
type Kind = (n: (below: number) => number) => Promise<Hostile>

const formats = ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const

async function noise(n: (below: number) => number, format: (typeof formats)[number]) {
  const [width, height] = [40 + n(60), 40 + n(60)]
  const data = Buffer.alloc(3 * width * height).map(() => n(256))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

const kinds: Kind[] = [
  async (n) => {
    const side = 20_000 + n(2 ** 31 - 20_000)
    return { what: `PNG of ${side} pixels each way`, file: png(side, side, deflateSync(Buffer.alloc(1 << 16))) }
  },
  async (n) => {
    const side = 11_000 + n(4000)
    return { what: `interlaced PNG of ${side} pixels each way`, file: png(side, side, deflateSync(Buffer.alloc(1 << 16)), true) }
  },
  async (n) => {
    const side = 17_000 + n(48_000)
    return { what: `JPEG of ${side} pixels each way`, file: jpeg(await noise(n, 'jpeg'), side, side) }
  },
  async (n) => {
    const small = await sharp(await noise(n, 'jpeg'))
      .jpeg({ progressive: true })
      .toBuffer()
    return { what: 'progressive JPEG of 15000 pixels each way', file: jpeg(small, 15_000, 15_000 + n(500)) }
  },
  async (n) => {
    const format = formats[n(formats.length)]!
    const file = await noise(n, format)
    const at = Math.floor(file.length * (0.1 + 0.7 * (n(100) / 100)))
    return { what: `${format} of ${file.length} bytes, cut at ${at}`, file: file.subarray(0, at) }
  },
  async (n) => {
    const file = await noise(n, formats[n(formats.length)]!)
    return { what: `cut after its head at ${n(60)}`, file: file.subarray(0, n(60)) }
  },
  async (n) => {
    const frames = 1001 + n(20_000)
    return { what: `GIF of ${frames} frames`, file: gif(frames) }
  },
  async (n) => {
    const frames = 100 + n(900)
    return { what: `GIF of ${frames} frames of 2000 pixels each way`, file: gif(frames, 2000, 2000) }
  },
  async (n) => {
    const depth = 1 + n(200_000)
    return { what: `SVG of depth ${depth}`, file: Buffer.from(svg(depth)) }
  },
  async (n) => {
    const texts = [
      '%PDF-1.7\n',
      '<html><script>alert(1)</script>',
      'PK\x03\x04',
      '#!/bin/sh\n',
      '\0\0\0\x20ftypisom',
      '\0\0\0\x18ftypheic',
      '',
    ]
    const text = texts[n(texts.length)]!
    return { what: `not a picture: ${JSON.stringify(text)}`, file: Buffer.from(text.padEnd(n(5000), 'x'), 'latin1') }
  },
  async (n) => {
    const magic = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\x10\0\0WEBPVP8 ', '\0\0\0\x1cftypavif', 'II*\0', 'MM\0*'][
      n(7)
    ]!
    const rest = Buffer.alloc(100 + n(5000)).map(() => n(256))
    return { what: `random bytes after ${JSON.stringify(magic)}`, file: Buffer.concat([Buffer.from(magic, 'latin1'), rest]) }
  },
]

/** hostile returns a number of files, all kinds in turn, the same ones each time. */
export async function* hostile(count: number): AsyncIterable<Hostile> {
  for (let i = 0; i < count; i++) yield kinds[i % kinds.length]!(random(i + 1))
}
