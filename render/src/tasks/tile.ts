import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../fault.js'
import { Format, Reason } from '../gen/vitrine/render/v1/render_pb.js'
import type { File, Report, TileInfo, Work } from '../protocol.js'
import { decoder } from './convert.js'
import { optimiseCoding } from './encode.js'
import { damaged } from './formats.js'
import { type Opened, openOriginal } from './inspect.js'

const quality = 85
/** The largest width or height of a JPEG. */
const maxSide = 65535
/** Transparency is looked for in a picture reduced to this side. */
const alphaSide = 1024

/** transparent reports whether a picture has pixels that aren't opaque. */
async function transparent(o: Opened): Promise<boolean> {
  if (!o.picture.hasAlpha) return false
  const alpha = await decoder(o)
    .extractChannel('alpha')
    .resize(alphaSide, alphaSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer()
  return alpha.some((a) => a < 255)
}

/** tileJob does the job tile. It reads the picture in strips: once for the tiles of all levels, and once for each copy of the whole picture. */
export async function tileJob(work: Extract<Work, { kind: 'tile' }>, folder: string, report: (r: Report) => void): Promise<void> {
  const original = await openOriginal(work.original, work.limits)
  const { picture, orientation } = original
  report({ kind: 'picture', picture })
  const { width, height } = picture
  const { side, wholeUpTo } = work
  if (Math.max(width, height) > maxSide) {
    throw refuse(Reason.TOO_MANY_PIXELS, `This picture is more than ${maxSide} pixels wide or high, more than a JPEG can be.`)
  }
  const send = async (name: string, path: string, size: { width: number; height: number }) => {
    const file: File = { name, path, format: Format.JPEG, ...size, size: (await stat(path)).size, frames: 1, lossless: false }
    report({ kind: 'file', file })
  }
  // A rotated picture is read in another order than it is stored.
  const open = (size: { width: number; height: number }) => {
    const s = orientation === 1 ? decoder(original) : decoder(original, false).autoOrient()
    return s.removeAlpha().jpeg({ quality, optimiseCoding: optimiseCoding(size) })
  }
  try {
    if (await transparent(original)) throw refuse(Reason.TRANSPARENT, "This picture has transparent parts, which tiles of JPEG can't show.")
    const info: TileInfo = { width, height, scaleFactors: [], sizes: [] }
    await open(picture).toFile(join(folder, 'max'))
    await send('full/max', join(folder, 'max'), { width, height })
    for (let factor = 1; ; factor *= 2) {
      info.scaleFactors.push(factor)
      const reduced = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
      if (factor > 1 && Math.max(reduced.width, reduced.height) <= wholeUpTo) {
        const path = join(folder, `whole-${factor}`)
        await open(reduced)
          .resize({ ...reduced, fit: 'fill', fastShrinkOnLoad: false })
          .toFile(path)
        await send(`full/${reduced.width},${reduced.height}`, path, reduced)
        info.sizes.unshift(reduced)
      }
      if (Math.max(reduced.width, reduced.height) <= side) break
    }
    await open({ width: side, height: side }).tile({ size: side, layout: 'iiif3', container: 'fs' }).toFile(join(folder, 'tiles'))
    for (const region of (await readdir(join(folder, 'tiles'))).sort()) {
      if (!/^\d+,\d+,\d+,\d+$/.test(region)) continue // info.json, and the smallest copy of the whole picture
      for (const size of (await readdir(join(folder, 'tiles', region))).sort()) {
        const [w = 0, h = 0] = size.split(',').map(Number)
        await send(`${region}/${size}`, join(folder, 'tiles', region, size, '0', 'default.jpg'), { width: w, height: h })
      }
    }
    report({ kind: 'info', info })
  } catch (err) {
    throw damaged(err)
  }
}
