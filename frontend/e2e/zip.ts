/** The files of a ZIP that doesn't compress them, by its central directory. */
export function filesOf(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('Not a complete ZIP')
  const files = new Map<string, Uint8Array>()
  for (let at = view.getUint32(end + 16, true); at < end; ) {
    const name = zip.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))
    const local = view.getUint32(at + 42, true)
    const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(new TextDecoder().decode(name), zip.subarray(data, data + view.getUint32(at + 24, true)))
    at += 46 + name.length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}
