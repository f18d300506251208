import { safePath } from '@/lib/session/links'

/** What the login page's address fragment says. */
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

/** Where a login leads: the wanted page, but neither the bare entrance nor the login itself. */
export function pathAfterLogin(wanted: string | null, home: string) {
  const path = safePath(wanted, home)
  return path === '/' || /^\/[a-z]{2}\/(login|register)\/?([?#]|$)/.test(path) ? home : path
}

const sentences: Record<string, string> = {
  access_denied: 'You left the sign-in before it was finished. Nothing has changed.',
  login_required: 'The sign-in has to be done again.',
  state_lost: 'This sign-in began in another browser, or too long ago. Start it again here.',
  provider_unavailable:
    'The sign-in service does not answer right now. Your account is safe. Try again in a moment.',
  account_disabled: 'This account is closed for now. Write to us if you think that is a mistake.',
  code_used: 'This sign-in link was used already, or a minute has passed. Log in again.',
}

/** Why a sign-in did not work. */
export const errorSentence = (code: string) =>
  sentences[code] ?? 'The sign-in did not work. Nothing has changed. Try again in a moment.'
