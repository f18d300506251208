import type { Sharp } from 'sharp'
import { sharp } from './formats.js'

/** Pixels are a decoded picture with eight bits per channel. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** pixels runs a pipeline. */
export async function pixels(s: Sharp): Promise<Pixels> {
  const { data, info } = await s.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] }
}

/** fromPixels returns a pipeline that starts with decoded pixels. */
export const fromPixels = (p: Pixels) =>
  sharp(p.data, { raw: { width: p.width, height: p.height, channels: p.channels }, limitInputPixels: false })
