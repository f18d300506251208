// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTokens } from '@/lib/session/store'
import { Wallets } from './wallets'

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let chosen = mine

vi.mock('@/lib/session/dpop', () => ({ proof: async (method: string, path: string) => `${method} ${path}` }))
vi.mock('@/lib/wallet/wallet', () => ({
  connectWallet: async () => ({
    address: chosen,
    chainId: async () => 31337,
    signMessage: async (text: string) => `0x${text}`,
  }),
  signInMessage: async (address: string) => `message of ${address}`,
}))

const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify({ sub: 'a', exp: 4_000_000_000, ...claims })).toString('base64url')}.sig`
const asked: { path: string; method: string; headers: Headers; body: unknown }[] = []
let fresh: boolean
let items: { address: string; linkedAt: string }[]
let answers: Record<string, () => Response>

function arrive(claims: object) {
  const state = {
    accessToken: token(claims),
    refreshToken: 'r',
    accessTokenExpirationTimestamp: 4_000_000_000_000,
  }
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
  readTokens()
  history.replaceState(null, '', '/en/profile/wallets/')
  render(<Wallets />)
}
const refused = (status: number, code: string) =>
  Response.json({ error: { code, message: `It is ${code}.`, details: {} } }, { status })
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  asked.length = 0
  fresh = true
  items = [{ address: mine, linkedAt: '2026-01-02T03:04:05Z' }]
  chosen = mine
  answers = {
    'GET /api/auth/wallets': () => Response.json({ items, fresh }),
    'GET /api/auth/siwe/nonce': () => Response.json({ nonce: 'n' }),
    'POST /api/auth/wallets': () => Response.json({ wallet: items[0] }),
    [`DELETE /api/auth/wallets/${mine}`]: () => Response.json({}),
    'POST /api/auth/siwe/verify': () => Response.json({ accessToken: token({}), refreshToken: 'r' }),
    'GET /api/auth/tokens': () => Response.json({ accessToken: token({}), refreshToken: 'r' }),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    asked.push({ path, method, headers: new Headers(init.headers), body: init.body })
    return answers[`${method} ${path}`]!()
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const call = (method: string) =>
  asked.find((one) => one.method === method && one.path.startsWith('/api/auth/wallets'))

test('who has just logged in links and unlinks; both calls prove the key of the browser', async () => {
  arrive({ email: 'ada@example.org' })
  fireEvent.click(await button('Link a wallet'))
  await vi.waitFor(() => expect(call('POST')).toBeDefined())
  expect(call('POST')!.headers.get('dpop')).toBe('POST /api/auth/wallets')
  expect(call('POST')!.headers.get('authorization')).toMatch(/^Bearer e30\./)
  expect(JSON.parse(call('POST')!.body as string)).toMatchObject({ message: `message of ${mine}` })
  await vi.waitFor(async () => expect((await button(`Unlink ${mine}`)).getAttribute('aria-busy')).toBeNull())
  fireEvent.click(await button(`Unlink ${mine}`))
  await vi.waitFor(() => expect(call('DELETE')).toBeDefined())
  expect(call('DELETE')!.headers.get('dpop')).toBe(`DELETE /api/auth/wallets/${mine}`)
})

test('an older login is repeated at the provider, and returns here', async () => {
  fresh = false
  arrive({ email: 'ada@example.org' })
  const way = await screen.findByRole('link', { name: 'Log in again to link a wallet' })
  expect(way.getAttribute('href')).toBe(
    '/api/auth/login?redirect=%2Fen%2Fprofile%2Fwallets%2F&screen=login&fresh=1',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([['fresh_login_required'], ['token_expired']])(
  'a login that has become too old meanwhile (%s) offers the way, and ends nothing',
  async (code) => {
    arrive({ email: 'ada@example.org' })
    answers[`DELETE /api/auth/wallets/${mine}`] = () => {
      fresh = false
      return refused(403, code)
    }
    fireEvent.click(await button(`Unlink ${mine}`))
    expect(await screen.findByRole('link', { name: 'Log in again to link a wallet' })).toBeTruthy()
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(localStorage.getItem('vitrine.auth')).not.toBeNull()
    expect(asked.filter(({ path }) => path === '/api/auth/tokens')).toEqual([])
  },
)

test('a session that is gone is forgotten', async () => {
  arrive({ email: 'ada@example.org' })
  answers[`DELETE /api/auth/wallets/${mine}`] = () => refused(401, 'session_gone')
  fireEvent.click(await button(`Unlink ${mine}`))
  await vi.waitFor(() => expect(localStorage.getItem('vitrine.auth')).toBeNull())
})

test('an account without an address logs in again with a wallet that it has, and no other', async () => {
  fresh = false
  arrive({})
  chosen = other
  fireEvent.click(await button('Log in again to link a wallet'))
  expect(await screen.findByText(/This wallet is not linked to your account/)).toBeTruthy()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  chosen = mine
  answers['POST /api/auth/siwe/verify'] = () => {
    fresh = true
    return Response.json({ accessToken: token({}), refreshToken: 'r' })
  }
  fireEvent.click(await button('Log in again to link a wallet'))
  expect(await button('Link a wallet')).toBeTruthy()
})
