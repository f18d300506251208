import * as t from '@/messages/certificate-file'

/** The maximum number of bytes to decompress from one stream of a PDF. */
const most = 1 << 20

/** The maximum size of a file in bytes. */
const largest = 20 << 20

/**
 * The JSON of a certificate's claim: the file itself, the attachment of a PDF (packed or not), or the printed code in a photo or a
 * scan. Throws an Error with a message for people.
 */
export async function claimIn(file: Blob): Promise<string> {
  if (file.size > largest) throw new Error(t.fileTooLarge)
  if (file.type.startsWith('image/')) {
    const text = await readCode(file)
    if (text) return text
    throw new Error(noCode)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = latin1(bytes)
  if (!text.startsWith('%PDF-')) return new TextDecoder().decode(bytes).trim()
  const found = new Set<string>()
  const scans: Blob[] = []
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length
    const end = text.indexOf('endstream', start)
    if (end < 0) continue
    if (isJpeg(bytes, start)) scans.push(new Blob([bytes.subarray(start, end)], { type: 'image/jpeg' }))
    for (const form of [bytes.subarray(start, end), await unpacked(bytes.subarray(start, end))]) {
      const plain = form && new TextDecoder().decode(form).trim()
      if (plain?.startsWith('{') && plain.includes('"signature"')) found.add(plain)
    }
  }
  if (found.size > 1) throw new Error(t.severalCertificates)
  const [only] = found
  if (only) return only
  // A scanner's PDF: every page is a picture.
  for (const scan of scans.slice(0, mostScans)) {
    const text = await readCode(scan).catch(() => null)
    if (text) return text
  }
  throw new Error(scans.length > 0 ? noCode : t.pdfWithoutCertificate)
}

const noCode = t.codeNotFound

/** The maximum number of pictures of a scanned PDF to search. */
const mostScans = 4

/** The reader loads only for a picture. */
const readCode = async (picture: Blob) => (await import('./code')).codeIn(picture)

const isJpeg = (bytes: Uint8Array, at: number) => bytes[at] === 0xff && bytes[at + 1] === 0xd8

/** One character for each byte. */
function latin1(bytes: Uint8Array) {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

async function unpacked(stream: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  // zlib's first byte, as PDF writers use it.
  if ((stream[0] ?? 0) !== 0x78) return null
  const reader = new Blob([stream]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let next = await reader.read(); !next.done && size < most; next = await reader.read()) {
      parts.push(next.value)
      size += next.value.length
    }
  } catch {
    // The line end before "endstream" isn't part of the stream. What was read before it counts.
  }
  reader.cancel().catch(() => undefined)
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
