import { safePath } from '@/lib/session/links'

/** The login page's address fragment. */
type Arrival =
  | { kind: 'none' }
  | { kind: 'code'; code: string; redirect: string }
  | { kind: 'error'; error: string; redirect: string }

/** `#code=…&redirect=…` or `#error=…&redirect=…`; `home` is where to go without a redirect. */
export function arrivalOf(hash: string, home: string): Arrival {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const redirect = pathAfterLogin(values.get('redirect'), home)
  const error = values.get('error')
  if (error) return { kind: 'error', error, redirect }
  const code = values.get('code')
  return code ? { kind: 'code', code, redirect } : { kind: 'none' }
}

/** Where a login leads: the requested page, but neither `/` nor the login page. */
export function pathAfterLogin(wanted: string | null, home: string) {
  const path = safePath(wanted, home)
  return path === '/' || /^\/[a-z]{2}\/(login|register)\/?([?#]|$)/.test(path) ? home : path
}

const sentences: Record<string, string> = {
  access_denied: 'You left the login before it was finished. Nothing has changed.',
  login_required: 'Please log in again.',
  state_lost: 'This login started in another browser, or too long ago. Start again here.',
  provider_unavailable:
    'The login service is unavailable right now. Your account is safe. Try again in a moment.',
  account_disabled: 'This account is disabled. Contact us if you think that’s a mistake.',
  code_used: 'This login link was already used or has expired. Log in again.',
}

/** Why a login failed. */
export const errorSentence = (code: string) =>
  sentences[code] ?? 'The login didn’t work. Nothing has changed. Try again in a moment.'
