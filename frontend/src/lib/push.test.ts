// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPush, idOf, look, SubscribeError, stateOf, textOf, turnOff, turnOn } from './push'

const publicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
const olderKey = publicKey.replace('BP4', 'BP5')
const endpoint = 'https://push.example/a'

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer

/** A browser's subscription with a key of the gallery. */
const subscribed = (key: string) => ({
  endpoint,
  options: { applicationServerKey: bytes(key) },
  getKey: (name: string) => new TextEncoder().encode(name).buffer,
  unsubscribe: vi.fn(async () => true),
})

const sent: { call: string; body: unknown }[] = []
let known: { id: string; thisSession: boolean }[] = []
const subscribe = vi.fn()
const requestPermission = vi.fn()
let current: ReturnType<typeof subscribed> | null = null

beforeEach(() => {
  sent.length = 0
  known = []
  current = null
  subscribe.mockReset().mockImplementation(async () => subscribed(publicKey))
  requestPermission.mockReset().mockImplementation(async () => 'granted')
  const registration = { pushManager: { getSubscription: async () => current, subscribe } }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${new URL(input, location.href).pathname}`
    sent.push({ call, body: init.body ? JSON.parse(String(init.body)) : null })
    return Response.json({ publicKey, subscriptions: known })
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

test.each([
  ['closed', { publicKey: '' }],
  ['closed', { publicKey: '', supported: false }],
  ['unsupported', { supported: false }],
  ['homeScreen', { supported: false, needsHomeScreen: true }],
  ['closed', { publicKey: '', supported: false, needsHomeScreen: true }],
  ['blocked', { permission: 'denied', subscribed: true }],
  ['off', { subscribed: false }],
  ['off', { permission: 'default', subscribed: true }],
  ['on', {}],
] as const)('the state is %s with %o', (state, given) => {
  const usual = {
    supported: true,
    needsHomeScreen: false,
    permission: 'granted',
    publicKey,
    subscribed: true,
  } as const
  expect(stateOf({ ...usual, ...given })).toBe(state)
})

test.each([
  ['homeScreen', false],
  ['unsupported', true],
  ['unsupported', undefined],
] as const)('without notifications the state is %s where standalone is %s', async (state, standalone) => {
  Reflect.deleteProperty(window, 'PushManager')
  if (standalone !== undefined)
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: standalone })
  expect((await look()).state).toBe(state)
  Reflect.deleteProperty(navigator, 'standalone')
})

test('the id of a subscription is the one that the server computes', async () => {
  expect(await idOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(textOf(bytes(publicKey))).toBe(publicKey)
  expect(textOf(null)).toBe('')
})

test('a browser that the server knows is on, and belongs to the present session afterwards', async () => {
  current = subscribed(publicKey)
  expect((await look()).state).toBe('off')
  known = [{ id: await idOf(endpoint), thisSession: true }]
  expect(await look()).toEqual({ state: 'on', publicKey })
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/push', 'GET /api/push'])
  known[0]!.thisSession = false
  expect((await look()).state).toBe('on')
  expect(sent.at(-1)?.call).toBe('POST /api/push')
})

test('after the gallery replaced its key, a browser that is on subscribes with the new one', async () => {
  const old = subscribed(olderKey)
  current = old
  known = [{ id: await idOf(endpoint), thisSession: true }]
  expect((await look()).state).toBe('on')
  expect(old.unsubscribe).toHaveBeenCalledOnce()
  expect(sent.at(-1)).toMatchObject({ call: 'POST /api/push', body: { publicKey } })
  known = []
  expect((await look()).state).toBe('off')
  expect(subscribe).toHaveBeenCalledOnce()
})

test('turning it on subscribes with the gallery’s key and saves what the browser says', async () => {
  expect(await turnOn(publicKey)).toBe('on')
  expect(subscribe.mock.calls[0]![0].userVisibleOnly).toBe(true)
  expect(textOf(subscribe.mock.calls[0]![0].applicationServerKey.buffer)).toBe(publicKey)
  const body = { endpoint, p256dh: btoa('p256dh'), auth: btoa('auth').replaceAll('=', ''), publicKey }
  expect(sent).toEqual([{ call: 'POST /api/push', body }])
})

test('a subscription with a former key is replaced, one with the present key is kept', async () => {
  const old = subscribed(olderKey)
  current = old
  await turnOn(publicKey)
  expect(old.unsubscribe).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledOnce()
  current = subscribed(publicKey)
  await turnOn(publicKey)
  expect(subscribe).toHaveBeenCalledOnce()
})

test('without permission nothing is subscribed', async () => {
  requestPermission.mockResolvedValueOnce('denied')
  expect(await turnOn(publicKey)).toBe('blocked')
  requestPermission.mockResolvedValueOnce('default')
  expect(await turnOn(publicKey)).toBe('off')
  expect(subscribe).not.toHaveBeenCalled()
  expect(sent).toEqual([])
})

test('a browser that can’t reach its push service says so, and nothing is saved', async () => {
  subscribe.mockRejectedValueOnce(new DOMException('push service not available', 'AbortError'))
  await expect(turnOn(publicKey)).rejects.toBeInstanceOf(SubscribeError)
  expect(sent).toEqual([])
})

test('turning it off removes the browser at the server and here; a logout here only', async () => {
  current = subscribed(publicKey)
  expect(await turnOff()).toBe('off')
  expect(sent).toEqual([{ call: `DELETE /api/push/${await idOf(endpoint)}`, body: null }])
  expect(current.unsubscribe).toHaveBeenCalledOnce()
  await endPush()
  expect(current.unsubscribe).toHaveBeenCalledTimes(2)
  current = null
  await Promise.all([turnOff(), endPush()])
  expect(sent).toHaveLength(1)
})
