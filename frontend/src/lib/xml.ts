const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text for an XML element or attribute, without characters that XML forbids (XML 1.0, 2.2). */
export const xml = (text: string) =>
  text
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => names[character] ?? character)

/** `inside` is already XML. */
export const element = (name: string, inside: string) => `<${name}>${inside}</${name}>`

/**
 * The latest of these times (RFC 3339) that has passed; null if none has. Announced changes don't count yet, and neither does a date of a
 * collection that is older than the web.
 */
export function latest(moments: (string | null | undefined)[], now = Date.now()) {
  const times = moments
    .flatMap((moment) => (moment ? [Date.parse(moment)] : []))
    .filter((time) => time > 0 && time <= now)
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
}
