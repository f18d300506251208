/** The most that is unpacked of one part of a stranger's PDF. */
const most = 1 << 20

/** Claims are short; a file above this is no certificate. */
const largest = 20 << 20

/**
 * The JSON of the claim in a certificate: the file itself, or what a PDF carries as an attachment, packed or not. Throws an
 * Error with words for people.
 */
export async function claimIn(file: Blob): Promise<string> {
  if (file.size > largest) throw new Error('This file is too large for a certificate.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = latin1(bytes)
  if (!text.startsWith('%PDF-')) return new TextDecoder().decode(bytes).trim()
  const found = new Set<string>()
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length
    const end = text.indexOf('endstream', start)
    if (end < 0) continue
    for (const form of [bytes.subarray(start, end), await unpacked(bytes.subarray(start, end))]) {
      const plain = form && new TextDecoder().decode(form).trim()
      if (plain?.startsWith('{') && plain.includes('"signature"')) found.add(plain)
    }
  }
  if (found.size > 1)
    throw new Error('This file holds different certificates. Nobody could tell which one counts.')
  const [only] = found
  if (!only) throw new Error('This PDF carries no certificate. Choose the file that you downloaded.')
  return only
}

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
    // The line end before "endstream" is no part of the stream; what came before counts.
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
