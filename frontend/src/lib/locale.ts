/** Languages the site speaks; a second one is added here and gets its own prefix. */
export const locales = ['en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en'

/** No other host and no plain http can set a cookie with this prefix. Browsers refuse it on pages of plain http. */
const securePrefix = '__Host-'
const localeCookie = 'lang'

/** The cookie that keeps the language of a site with https or without. */
export const localeCookieOf = (protocol: string) =>
  protocol === 'https:' ? securePrefix + localeCookie : localeCookie

/** The language in a request's cookies. A choice from before the prefix still counts. */
export const storedLocale = (cookie: (name: string) => string | undefined) =>
  cookie(securePrefix + localeCookie) ?? cookie(localeCookie)

export const isLocale = (value: string | undefined, known: readonly string[] = locales): value is Locale =>
  value !== undefined && known.includes(value)

/** The stored choice, else the browser's best language that we speak, else the default. */
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
