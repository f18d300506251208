/** The secret of an emailed link (256 bits, base64url) in an address fragment, or null. */
export function secretOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? text : null
}
