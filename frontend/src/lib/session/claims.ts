/** The claims of an access token. For display only, because only the server verifies them. */
interface Claims {
  sub: string
  /** The session. Each login creates a new one. */
  sid?: string
  email?: string
  email_verified?: boolean
  roles?: string[]
  /** Seconds since 1970. */
  exp?: number
  /** Seconds since 1970. */
  iat?: number
}

/** The assumed lifetime of a token without an expiry, in minutes. */
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

/** Who the tokens of a session belong to, or null. */
export const userOf = ({ accessToken }: { accessToken: string | null }) => claimsOf(accessToken)

/** The maximum error of a visitor's clock; beyond it, the clock isn't compared with the server's. */
const clockTolerance = 60_000

/** When a token that was just received expires, by this browser's clock, in milliseconds since 1970. */
export function expirationOf(token: string, now = Date.now()): number {
  const { exp, iat } = claimsOf(token) ?? {}
  if (typeof exp !== 'number') return now + defaultLife * 60_000
  if (typeof iat === 'number' && Math.abs(iat * 1000 - now) > clockTolerance) return now + (exp - iat) * 1000
  return exp * 1000
}
