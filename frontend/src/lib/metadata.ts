import { locales } from './locale'

/** Canonical address and the same page in every language; `path` has its language: "/en/drops/". */
export function alternates(path: string) {
  const rest = path.replace(/^\/[a-z]{2}(?=\/)/, '')
  return {
    canonical: path,
    languages: {
      ...Object.fromEntries(locales.map((locale) => [locale, `/${locale}${rest}`])),
      'x-default': `/${locales[0]}${rest}`,
    },
  }
}
