/** The site's languages. To add one, add it here; it gets its own prefix. */
export const locales = ['en'] as const
type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en'

/** Only this host over https can set a cookie with this prefix. Browsers reject it on plain http. */
const securePrefix = '__Host-'
const localeCookie = 'lang'

/** The name of the language cookie, with https or without. */
export const localeCookieOf = (protocol: string) =>
  protocol === 'https:' ? securePrefix + localeCookie : localeCookie

/** The language in a request's cookies. It also reads the name from before the prefix. */
export const storedLocale = (cookie: (name: string) => string | undefined) =>
  cookie(securePrefix + localeCookie) ?? cookie(localeCookie)

export const isLocale = (value: string | undefined, known: readonly string[] = locales): value is Locale =>
  value !== undefined && known.includes(value)

/** The stored choice, otherwise the browser's best supported language, otherwise the default. */
export function negotiate(
  stored: string | undefined,
  acceptLanguage: string | null,
  known: readonly string[] = locales,
): string {
  if (stored && known.includes(stored)) return stored
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const q = params
        .map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.trim().toLowerCase(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, q }) => tag && q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const found = known.find((locale) => tag === locale || tag.startsWith(`${locale}-`))
    if (found) return found
  }
  return known[0] ?? defaultLocale
}
