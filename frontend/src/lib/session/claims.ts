/** What an access token says. Read for showing only: the server verifies. */
export interface Claims {
  sub: string
  /** The session. A login opens another one. */
  sid?: string
  email?: string
  email_verified?: boolean
  roles?: string[]
  /** Seconds since 1970. */
  exp?: number
  /** Seconds since 1970. */
  iat?: number
}

/** Minutes that a token without an expiry is taken to live. */
const defaultLife = 20

/** The payload of a JWT, or null for anything else. */
export function claimsOf(token: string | null): Claims | null {
  const part = token?.split('.')[1]
  if (!part) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims
    return typeof claims.sub === 'string' ? claims : null
  } catch {
    return null
  }
}

/** How far a visitor's clock may be off before the server's is no longer compared with it. */
const tolerated = 60_000

/** Milliseconds since 1970 at which a token that was just received ends, by this browser's clock. */
export function expirationOf(token: string, now = Date.now()): number {
  const { exp, iat } = claimsOf(token) ?? {}
  if (typeof exp !== 'number') return now + defaultLife * 60_000
  if (typeof iat === 'number' && Math.abs(iat * 1000 - now) > tolerated) return now + (exp - iat) * 1000
  return exp * 1000
}
