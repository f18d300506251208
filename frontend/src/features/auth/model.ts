import { isConfirmedPath, safePath } from '@/lib/session/links'
import * as t from '@/messages/auth'

/** The login page's address fragment. */
type Arrival =
  | { kind: 'none' }
  | { kind: 'code'; code: string; redirect: string; confirms: boolean }
  | { kind: 'error'; error: string; redirect: string }

/**
 * `#code=…&redirect=…` or `#error=…&redirect=…`; `home` is the target without a redirect. A login that only confirms an identity doesn't
 * redirect: another tab waits for it.
 */
export function arrivalOf(hash: string, home: string): Arrival {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const wanted = values.get('redirect')
  const redirect = pathAfterLogin(wanted, home)
  const error = values.get('error')
  if (error) return { kind: 'error', error, redirect }
  const code = values.get('code')
  return code ? { kind: 'code', code, redirect, confirms: isConfirmedPath(wanted) } : { kind: 'none' }
}

/** The target of a login: the requested page, but neither `/` nor the login page. */
export function pathAfterLogin(wanted: string | null, home: string) {
  const path = safePath(wanted, home)
  return path === '/' || /^\/[a-z]{2}\/(login|register)\/?([?#]|$)/.test(path) ? home : path
}

const sentences: Record<string, string> = {
  access_denied: t.loginAbandoned,
  login_required: t.loginRequired,
  state_lost: t.loginStateLost,
  provider_unavailable: t.loginUnavailable,
  account_blocked: t.accountBlocked,
  account_disabled: t.accountDisabled,
  code_used: t.loginLinkUsed,
}

/** Why a login failed. */
export const errorSentence = (code: string) => sentences[code] ?? t.loginFailed
