// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, skipAuthorization } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { onSession } from './events'
import { exchangeCode, logout, refresh } from './session'
import { readTokens, useAuth } from './store'

const key = 'vitrine.auth'
const token = (name: string, exp = 4_000_000_000) =>
  `e30.${Buffer.from(JSON.stringify({ sub: name, exp })).toString('base64url')}.sig`
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refused = (status: number, code: string) =>
  json(status, { error: { code, message: code, details: {} } })

let responses: (path: string, init: RequestInit) => Response
const asked: { path: string; headers: Headers; body: unknown }[] = []

function store(accessToken: string | null, refreshToken: string | null) {
  localStorage.setItem(
    key,
    JSON.stringify({
      state: { accessToken, refreshToken, accessTokenExpirationTimestamp: Date.now() + 60_000 },
      version: 0,
    }),
  )
  readTokens()
}

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push({ path, headers: new Headers(init.headers), body: init.body })
    return responses(path, init)
  })
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('only three fields are kept', () => {
  store(token('a'), 'r')
  useAuth.setState({ loading: true })
  expect(Object.keys(JSON.parse(localStorage.getItem(key)!).state).sort()).toEqual([
    'accessToken',
    'accessTokenExpirationTimestamp',
    'refreshToken',
  ])
})

test('thirty refused calls refresh once and are replayed once', async () => {
  store(token('old'), 'r')
  let refreshes = 0
  responses = (path, init) => {
    if (path === '/api/auth/tokens') {
      refreshes++
      expect(new Headers(init.headers).get('authorization')).toBe('Bearer r')
      return json(200, { accessToken: token('new'), refreshToken: 'r' })
    }
    const bearer = new Headers(init.headers).get('authorization')
    return bearer === `Bearer ${token('new')}` ? json(200, { items: [] }) : refused(403, 'token_expired')
  }
  const replies = await Promise.all(Array.from({ length: 30 }, () => api.GET('/api/collection')))
  expect(replies.every(({ data }) => data?.items.length === 0)).toBe(true)
  expect(refreshes).toBe(1)
})

test('a replay that is refused again is passed on', async () => {
  store(token('old'), 'r')
  responses = (path) =>
    path === '/api/auth/tokens' ? json(200, { accessToken: token('new') }) : refused(403, 'token_expired')
  await expect(api.GET('/api/collection')).rejects.toMatchObject({ status: 403, code: 'token_expired' })
  expect(asked.filter(({ path }) => path === '/api/collection')).toHaveLength(2)
})

test('another 403 refreshes nothing', async () => {
  store(token('a'), 'r')
  responses = () => refused(403, 'no_identity_user')
  await expect(api.GET('/api/auth/auth0/user')).rejects.toBeInstanceOf(ApiError)
  expect(asked).toHaveLength(1)
})

test('401 ends the session and removes personal data', async () => {
  store(token('a'), 'r')
  localStorage.setItem('vitrine.profile', '{}')
  localStorage.setItem('vitrine.consent', '{}')
  responses = () => refused(401, 'session_gone')
  await expect(api.GET('/api/collection')).rejects.toMatchObject({ status: 401 })
  expect(useAuth.getState().accessToken).toBeNull()
  expect(localStorage.getItem(key)).toBeNull()
  expect(localStorage.getItem('vitrine.profile')).toBeNull()
  expect(localStorage.getItem('vitrine.consent')).toBe('{}')
})

test('a token of another tab is taken instead of a refresh', async () => {
  store(token('old'), 'r')
  localStorage.setItem(
    key,
    JSON.stringify({
      state: {
        accessToken: token('theirs'),
        refreshToken: 'r',
        accessTokenExpirationTimestamp: Date.now() + 60_000,
      },
      version: 0,
    }),
  )
  responses = () => refused(500, 'never')
  await expect(refresh(token('old'))).resolves.toBe(token('theirs'))
  expect(asked).toHaveLength(0)
})

test('without a refresh token there is no refresh', async () => {
  store(token('a'), null)
  await expect(refresh()).rejects.toThrow('No refresh token present')
})

test('a rejected refresh is logged and logs out, an unavailable server doesn’t', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  store(token('a'), 'r')
  responses = () => refused(500, 'internal')
  await expect(refresh()).rejects.toMatchObject({ status: 500 })
  expect(useAuth.getState().refreshToken).toBe('r')
  expect(logged).toHaveBeenCalledOnce()
  responses = () => refused(401, 'session_gone')
  await expect(refresh()).rejects.toMatchObject({ status: 401 })
  expect(useAuth.getState().refreshToken).toBeNull()
  expect(logged).toHaveBeenCalledTimes(2)
  expect(logged).toHaveBeenLastCalledWith(
    'The session could not be refreshed',
    expect.objectContaining({ status: 401 }),
  )
})

test('a login keeps its tokens and refreshes once', async () => {
  store(null, null)
  const heard = vi.fn()
  const stop = onSession('refreshed', heard)
  responses = (path) =>
    path === '/api/auth/session'
      ? json(200, { accessToken: token('first'), refreshToken: 'r' })
      : json(200, { accessToken: token('second'), refreshToken: 'r' })
  await exchangeCode('c')
  stop()
  expect(asked.map(({ path }) => path)).toEqual(['/api/auth/session', '/api/auth/tokens'])
  expect(heard).toHaveBeenCalledOnce()
  expect(JSON.parse(localStorage.getItem(key)!).state).toMatchObject({
    accessToken: token('second'),
    refreshToken: 'r',
  })
})

test('a refresh doesn’t overwrite a newer login in another tab', async () => {
  store(token('old'), 'before')
  responses = () => {
    store(token('new'), 'after')
    return refused(401, 'session_ended')
  }
  await expect(refresh()).resolves.toBe(token('new'))
  expect(useAuth.getState()).toMatchObject({ refreshToken: 'after', loading: false, refused: false })
})

test('a login sends the previous session, so that it ends', async () => {
  store(token('old'), 'before')
  responses = () => json(200, { accessToken: token('new'), refreshToken: 'r' })
  await exchangeCode('c')
  expect(JSON.parse(asked[0]!.body as string)).toEqual({ code: 'c', previousRefreshToken: 'before' })
})

test('a logout returns where to go, and removes data even if it fails', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  store(token('a'), 'r')
  responses = () => json(200, { logoutUrl: 'http://localhost:9000/logout', external: true })
  await expect(logout()).resolves.toBe('http://localhost:9000/logout')
  store(token('a'), 'r')
  responses = () => json(200, { logoutUrl: 'http://localhost:9000/logout', external: false })
  await expect(logout()).resolves.toBeNull()
  expect(warned).not.toHaveBeenCalled()
  store(token('a'), 'r')
  responses = () => refused(500, 'internal')
  await expect(logout()).rejects.toMatchObject({ status: 500 })
  expect(warned).toHaveBeenCalledExactlyOnceWith(
    'The session could not be ended at the server',
    expect.objectContaining({ status: 500 }),
  )
  expect(localStorage.getItem(key)).toBeNull()
})

test('without an access token a logout makes no call', async () => {
  store(null, 'r')
  await expect(logout()).resolves.toBeNull()
  expect(asked).toEqual([])
  expect(localStorage.getItem(key)).toBeNull()
})

test('a call marked as public carries no token, and its 401 ends no session', async () => {
  store(token('a'), 'r')
  responses = () => refused(401, 'unauthenticated')
  await expect(api.GET('/api/auth/siwe/nonce', { headers: skipAuthorization })).rejects.toMatchObject({
    status: 401,
  })
  expect(asked[0]!.headers.has('authorization')).toBe(false)
  expect(useAuth.getState().accessToken).toBe(token('a'))
})
