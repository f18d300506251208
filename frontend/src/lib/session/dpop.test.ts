// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const generateProof = vi.hoisted(() => vi.fn())
vi.mock('dpop', () => ({ generateKeyPair: vi.fn(), generateProof }))

/** A browser that has a key already. */
function keyInBrowser() {
  const respond = (result: unknown) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const keys = { get: () => respond({}) }
  const database = { transaction: () => ({ objectStore: () => keys }), close: () => undefined }
  vi.stubGlobal('indexedDB', { open: () => respond(database) })
}

/** The nonce in the proof of each request. */
let sent: (string | null)[]
/** What the server responds, one after the other. */
let responses: Response[]
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const wantsNonce = (nonce: string) =>
  json(401, { error: { code: 'use_dpop_nonce', message: 'no', details: { dpop_nonce: nonce } } })

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  keyInBrowser()
  sent = []
  generateProof.mockImplementation(async (_key, _url, _method, nonce?: string) => `proof:${nonce ?? ''}`)
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    sent.push(new Headers(init.headers).get('dpop'))
    return responses.shift()!
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pair = () => json(200, { accessToken: 'e30.e30.s', refreshToken: 'r' })

test('a refused proof is sent once more with the nonce, which later proofs contain', async () => {
  const { exchangeCode } = await import('./session')
  responses = [wantsNonce('n1'), pair(), pair()]
  await exchangeCode('code')
  // The third one is the refresh after a login.
  expect(sent).toEqual(['proof:', 'proof:n1', 'proof:n1'])
})

test('a nonce that has ended is replaced', async () => {
  const { exchangeCode } = await import('./session')
  responses = [wantsNonce('n1'), pair(), wantsNonce('n2'), pair()]
  await exchangeCode('code')
  expect(sent).toEqual(['proof:', 'proof:n1', 'proof:n1', 'proof:n2'])
})

test('a second refusal is passed on', async () => {
  const { exchangeCode } = await import('./session')
  responses = [wantsNonce('n1'), wantsNonce('n2')]
  await expect(exchangeCode('code')).rejects.toMatchObject({ status: 401, code: 'use_dpop_nonce' })
  expect(sent).toEqual(['proof:', 'proof:n1'])
})

test('without a refusal there is no nonce', async () => {
  const { exchangeCode } = await import('./session')
  responses = [pair(), pair()]
  await exchangeCode('code')
  expect(sent).toEqual(['proof:', 'proof:'])
})
