import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { Fault, refuse } from '../fault.js'
import { Format, Reason } from '../gen/vitrine/render/v1/render_pb.js'

// One thread for each picture: jobs run beside each other. Nothing is kept between pictures.
sharp.concurrency(1)
sharp.cache(false)
// Only the decoders of these formats are reachable, whatever a file claims to be: no SVG, PDF or scripts of other programs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadTiffFile',
  ],
})

export { sharp }

const ascii = (b: Buffer, from: number, to: number) => b.toString('latin1', from, to)

/** The number of bytes at the start of a file that its format is recognised by. */
const head = 64

/** formatOf returns the format of a file from its first bytes, or refuses it. */
export async function formatOf(file: string): Promise<Format> {
  const b = Buffer.alloc(head)
  const f = await open(file)
  try {
    await f.read(b, 0, head, 0)
  } finally {
    await f.close()
  }
  if (b.readUIntBE(0, 3) === 0xffd8ff) return Format.JPEG
  if (ascii(b, 0, 8) === '\x89PNG\r\n\x1a\n') return Format.PNG
  if (/^GIF8[79]a/.test(ascii(b, 0, 6))) return Format.GIF
  if (ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 12) === 'WEBP') return Format.WEBP
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(ascii(b, 0, 4))) return Format.TIFF
  if (ascii(b, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(b, 8, head))) return Format.AVIF
  throw unknownFormat()
}

export const unknownFormat = () =>
  refuse(Reason.UNKNOWN_FORMAT, "This isn't a picture that we can read: send WebP, PNG, JPEG, GIF, AVIF or TIFF.")

/** damaged returns the refusal for an error of a decoder, and other refusals as they are. */
export function damaged(err: unknown): Fault {
  if (err instanceof Fault) return err
  const text = err instanceof Error ? err.message : String(err)
  if (/memory/i.test(text)) return refuse(Reason.TOO_MUCH_MEMORY, 'This picture takes too much memory to open. Save it smaller.')
  return refuse(Reason.DAMAGED, `This picture is damaged or cut off: ${text.split('\n')[0]?.slice(0, 200)}`)
}
