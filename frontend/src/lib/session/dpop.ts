/**
 * Proofs of possession (RFC 9449). The key is made in this browser, cannot be exported and lies in IndexedDB; a refresh
 * token that is bound to it is useless anywhere else. Where a browser keeps no key the proof is left out, and the server
 * rotates the token instead.
 */
const databaseName = 'vitrine'
const storeName = 'keys'
const keyName = 'dpop'
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const encode = (value: unknown) => base64url(new TextEncoder().encode(JSON.stringify(value)))

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return done(request)
}

async function loadKey(): Promise<CryptoKeyPair> {
  const database = await open()
  try {
    const known = (await done(database.transaction(storeName).objectStore(storeName).get(keyName))) as
      | CryptoKeyPair
      | undefined
    if (known) return known
    const made = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    // Another tab may have been faster; the first key stays.
    const keys = database.transaction(storeName, 'readwrite').objectStore(storeName)
    const first = (await done(keys.get(keyName))) as CryptoKeyPair | undefined
    if (first) return first
    await done(keys.put(made, keyName))
    return made
  } finally {
    database.close()
  }
}

let key: Promise<CryptoKeyPair> | undefined

/** The DPoP header of one request, or undefined where the browser keeps no key. */
export async function proof(method: string, path: string): Promise<string | undefined> {
  try {
    key ??= loadKey()
    const pair = await key
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
    const body = encode({
      jti: crypto.randomUUID(),
      htm: method,
      htu: location.origin + path,
      iat: Math.floor(Date.now() / 1000),
    })
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      pair.privateKey,
      new TextEncoder().encode(`${head}.${body}`),
    )
    return `${head}.${body}.${base64url(new Uint8Array(signature))}`
  } catch (error) {
    key = undefined
    console.info('This browser keeps no key; the session goes without one', error)
    return undefined
  }
}
