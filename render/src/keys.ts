import { readFileSync } from 'node:fs'
import { type CryptoKey, calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify } from 'jose'
import { log } from './log.js'

/** The metadata header with the caller's token, as in kit/identity. */
export const header = 'vitrine-principal'

const audience = 'render'
// The values of kit/identity: the longest life of a token, the tolerated difference of two clocks, and the largest difference that is
// reported as a clock error.
const lifetime = 60
const leeway = 10
const skewWindow = 600
/** How long a removed key stays valid, in milliseconds. */
const rereadEvery = 1000

/** ClockSkew means that a token is valid except for its time, which is minutes off. */
export class ClockSkew extends Error {}

interface Known {
  service: string
  key: CryptoKey
}

/**
 * Keys verifies callers by the file with the public keys of all processes: process → JSON Web Key Set. It reads the file again when it
 * changes. This program signs nothing and has no private key.
 */
export class Keys {
  private known = new Map<string, Known>()
  private content = ''
  private read = 0

  private constructor(private readonly file: string) {}

  /** open reads the file. */
  static async open(file: string): Promise<Keys> {
    const keys = new Keys(file)
    await keys.load()
    return keys
  }

  private async load() {
    const content = readFileSync(this.file, 'utf8')
    this.read = Date.now()
    if (content === this.content) return
    const again = this.content !== ''
    this.content = content // a broken file is reported once
    const known = new Map<string, Known>()
    for (const [service, set] of Object.entries(JSON.parse(content) as Record<string, { keys: JWK[] }>)) {
      for (const jwk of set.keys) {
        if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || jwk.d) throw new Error(`${service}: not a public Ed25519 key`)
        const id = await calculateJwkThumbprint(jwk)
        const other = known.get(id)
        if (other && other.service !== service) throw new Error(`${service} and ${other.service} have the same key`)
        known.set(id, { service, key: (await importJWK(jwk, 'EdDSA')) as CryptoKey })
      }
    }
    this.known = known
    if (again) log.info('public keys were read again', { file: this.file, keys: known.size })
  }

  private async find(id: string): Promise<Known | undefined> {
    const key = this.known.get(id)
    if (key && Date.now() - this.read < rereadEvery) return key
    try {
      await this.load()
    } catch (err) {
      log.error('cannot read the public keys again, the current ones stay valid', { file: this.file, error: err })
    }
    return this.known.get(id)
  }

  /** caller returns the process that signed a token for this one. It throws ClockSkew, or another error for an invalid token. */
  async caller(token: string): Promise<string> {
    const id = decodeProtectedHeader(token).kid ?? ''
    const known = await this.find(id)
    if (!known) throw new Error(`unknown key ${JSON.stringify(id)}`)
    // The times are checked below, to tell wrong clocks from old tokens.
    const { payload } = await jwtVerify(token, known.key, {
      algorithms: ['EdDSA'],
      issuer: known.service,
      audience,
      clockTolerance: skewWindow,
      requiredClaims: ['iat', 'exp'],
    }).catch((err: unknown) => {
      throw err instanceof errors.JWTExpired ? new Error('the token has expired') : err
    })
    const { iat = 0, exp = 0 } = payload
    if (exp - iat > lifetime) throw new Error(`valid for more than ${lifetime} s`)
    // Only the gateway acts for people, and it never calls render.
    if (payload.person !== undefined) throw new Error(`${known.service} can't act for a person`)
    const now = Date.now() / 1000
    const off = Math.max(iat - now, now - exp)
    if (off > skewWindow) throw new Error('the token has expired')
    if (off > leeway) throw new ClockSkew(`the clocks of ${known.service} and render differ by ${Math.round(off)} s`)
    return known.service
  }
}
