const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text inside an XML element or attribute; characters that XML forbids are left out. */
export const xml = (text: string) =>
  Array.from(text)
    .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
    .join('')
    .replace(/[&<>"']/g, (character) => names[character] ?? character)

/** `inside` is XML already. */
export const element = (name: string, inside: string) => `<${name}>${inside}</${name}>`
