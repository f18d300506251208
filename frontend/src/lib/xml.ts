const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text inside an XML element or attribute; characters that XML forbids are left out. */
export const xml = (text: string) =>
  Array.from(text)
    .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
    .join('')
    .replace(/[&<>"']/g, (character) => names[character] ?? character)

/** `inside` is XML already. */
export const element = (name: string, inside: string) => `<${name}>${inside}</${name}>`

/** The last of some moments (RFC 3339) that is not to come; null where there is none. What is announced has not changed yet. */
export function latest(moments: (string | null | undefined)[], now = Date.now()) {
  const times = moments
    .flatMap((moment) => (moment ? [Date.parse(moment)] : []))
    .filter((time) => time <= now)
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
}
