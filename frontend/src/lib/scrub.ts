/** Longer texts are cut, because patterns run over every character of a text that may come from someone else. */
const longest = 4096

/** A name in code or in the schema: `payment_failed`, `error.code`. */
const identifier = /^[a-z]+([_.][a-z0-9]+)+$/

function quoted(all: string, before = '', quote = '', text = '') {
  return identifier.test(text) || (before && /^\w+$/.test(text)) ? all : `${before}${quote}…${quote}`
}

const rules: [RegExp, string | typeof quoted][] = [
  // Keep the scheme and the host of a URL. Its path, query and user may contain secrets and ids.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s"'<>/?#]*@)?([^\s"'<>/?#]+)[^\s"'<>]*/gi, '$1$2'],
  [/[?#][\w.%~[\]-]+=[^\s"']*/g, '?[query]'],
  [/\b(bearer|basic|dpop)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)+/g, '[token]'],
  [/[^\s<>"'(),:;=/[\]]+@[^\s<>"'(),:;=/[\]]+/g, '[email]'],
  [
    /\b([\w-]*(?:password|secret|token|cookie|authorization|api[_-]?key)[\w-]*)("?\s*[:=]\s*"?)[^\s",;}]+/gi,
    '$1$2[secret]',
  ],
  // Quoted text may be a visitor's input. A property that an engine quotes in its own message is code.
  [/(reading |property )?(["`])([^\n]*?)\2/g, quoted],
  [/(reading |property |\B)(')([^\n]*?)'\B/g, quoted],
  [/\b0x[0-9a-f]{8,}/gi, '[hex]'],
  [/(?=[\w+=-]*\d)[\w+=-]{20,}/g, '[id]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi, '[ip]'],
]

/**
 * Removes what may identify a person or grant access from the text of an error report: mail and IP addresses, wallets, ids, tokens,
 * paths and queries of URLs, quoted text. `kit/report` does the same for the Go services.
 */
export function scrub(text: string): string {
  return rules.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement as string),
    text.slice(0, longest),
  )
}
