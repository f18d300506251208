import { generateKeyPair, generateProof } from 'dpop'
import { ApiError } from '@/lib/api/error'

/**
 * Proofs of possession (RFC 9449). The key is created in this browser, cannot be exported and is stored in IndexedDB. A refresh
 * token that is bound to it is useless anywhere else. If a browser can't store a key, the proof is left out, and the server
 * rotates the token instead.
 */
const databaseName = 'vitrine'
const storeName = 'keys'
const keyName = 'dpop'
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
    const made = await generateKeyPair('ES256', { extractable: false })
    // Another tab may have been faster; the first key wins.
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

/** The server's nonce for each proof, which replaces the time if this browser's clock is wrong. It expires after some minutes. */
let nonce: string | undefined

/**
 * Sends a request with a proof, and once more if the server rejects the proof's time. Each call of `request` creates a new proof. Other
 * errors are rethrown.
 */
export async function withNonce<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'use_dpop_nonce')) throw error
    nonce = error.details.dpop_nonce
    return request()
  }
}

/** The DPoP header of one request, or undefined if the browser has no key. */
export async function proof(method: string, path: string): Promise<string | undefined> {
  try {
    key ??= loadKey()
    return await generateProof(await key, location.origin + path, method, nonce)
  } catch (error) {
    key = undefined
    console.info('This browser keeps no key; the session goes without one', error)
    return undefined
  }
}
