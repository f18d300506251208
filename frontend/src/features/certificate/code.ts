import decodeQR from 'qr/decode.js'
import * as t from '@/messages/certificate-file'

/** The browser's own QR reader, if it has one. */
interface BarcodeReader {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>
}
declare const BarcodeDetector: {
  new (options: { formats: string[] }): BarcodeReader
  getSupportedFormats: () => Promise<string[]>
}

/** The longer sides in pixels at which a picture is tried: small first, because that is fast and blurs noise. */
const sides = [1000, 2000, 3200]

/** RGBA. */
interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** The text of the QR code in a picture, or null. */
export function textIn(pixels: Pixels): string | null {
  try {
    return decodeQR(pixels)
  } catch {
    return null
  }
}

/** The text of the QR code in a photo or a scan, or null. Throws an Error with a message for people if it isn't a picture. */
export async function codeIn(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => {
    throw new Error(t.pictureUnreadable)
  })
  try {
    const text = await detected(bitmap)
    if (text) return text
    for (const side of sides) {
      const found = textIn(pixelsOf(bitmap, side))
      if (found || side >= Math.max(bitmap.width, bitmap.height)) return found
    }
    return null
  } finally {
    bitmap.close()
  }
}

/** The result of the browser's reader. Readers guess the encoding of non-ASCII letters, so such a text is decoded here instead. */
async function detected(bitmap: ImageBitmap): Promise<string | null> {
  if (typeof BarcodeDetector === 'undefined') return null
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
    const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(bitmap)
    return code && /^[\x20-\x7e]+$/.test(code.rawValue) ? code.rawValue : null
  } catch (error) {
    console.info('The browser’s barcode reader failed', error)
    return null
  }
}

function pixelsOf(bitmap: ImageBitmap, side: number): Pixels {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error(t.picturesUnsupported)
  // A transparent picture is read as printed on paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
