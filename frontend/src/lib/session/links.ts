/** The login page, which returns to the current page. */
export const loginHref = (lang: string, back: string) =>
  `/${lang}/login/?redirect=${encodeURIComponent(back)}`
export const registerHref = (lang: string, back: string) =>
  `/${lang}/register/?redirect=${encodeURIComponent(back)}`

/** The start of a login at the identity provider. */
export const providerHref = (screen: 'login' | 'register', back: string) =>
  `/api/auth/login?redirect=${encodeURIComponent(back)}&screen=${screen}`

/** The target of a login that only confirms an identity; another tab waits for it. */
const confirmedPath = (lang: string) => `/${lang}/login/?confirmed=1`

export const isConfirmedPath = (path: string | null) => /^\/[a-z]{2}\/login\/\?confirmed=1$/.test(path ?? '')

/** The start of a login that confirms an identity: the provider asks again even if it has a session for the browser. */
export const confirmHref = (lang: string) => `${providerHref('login', confirmedPath(lang))}&fresh=1`

/** A path on our origin, or the fallback. It rejects everything that a browser could interpret as another origin. */
export function safePath(raw: string | null | undefined, fallback: string): string {
  if (!raw || raw.length > 2000 || !/^\/(?![/\\])[!-~]*$/.test(raw)) return fallback
  const path = raw.split(/[?#]/)[0]!
  let decoded: string
  try {
    decoded = decodeURIComponent(decodeURIComponent(path))
  } catch {
    return fallback
  }
  if (/[\\@:;\s]|\/\/|\/\.\.?(\/|$)/.test(decoded) || /[\\@:;]/.test(path)) return fallback
  return /[^!-~]/.test(decoded) ? fallback : raw
}
