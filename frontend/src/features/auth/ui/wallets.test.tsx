// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTokens } from '@/lib/session/store'
import { StepUp } from './step-up'
import { Wallets } from './wallets'

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let chosen = mine

vi.mock('@/lib/session/dpop', async (original) => ({
  ...(await original<typeof import('@/lib/session/dpop')>()),
  proof: async (method: string, path: string) => `${method} ${path}`,
}))
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
let items: { address: string; linkedAt: string }[]
let responses: Record<string, () => Response>

function keep(claims: object) {
  const state = {
    accessToken: token(claims),
    refreshToken: 'r',
    accessTokenExpirationTimestamp: 4_000_000_000_000,
  }
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
  act(() => void readTokens())
}
function arrive(claims: object) {
  keep(claims)
  render(
    <>
      <Wallets />
      <StepUp lang="en" />
    </>,
  )
}
const refused = (status: number, code: string) =>
  Response.json({ error: { code, message: `It is ${code}.`, details: {} } }, { status })
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  asked.length = 0
  items = [{ address: mine, linkedAt: '2026-01-02T03:04:05Z' }]
  chosen = mine
  responses = {
    'GET /api/auth/wallets': () => Response.json({ items }),
    'GET /api/auth/siwe/nonce': () => Response.json({ nonce: 'n' }),
    'POST /api/auth/wallets': () => Response.json({ wallet: items[0] }),
    [`DELETE /api/auth/wallets/${mine}`]: () => Response.json({}),
    'POST /api/auth/siwe/verify': () => Response.json({ accessToken: token({}), refreshToken: 'r' }),
    'GET /api/auth/tokens': () => Response.json({ accessToken: token({}), refreshToken: 'r' }),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    asked.push({ path, method, headers: new Headers(init.headers), body: init.body })
    return responses[`${method} ${path}`]!()
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const call = (method: string) =>
  asked.find((call) => call.method === method && call.path.startsWith('/api/auth/wallets'))

test('after a recent login wallets can be linked and unlinked; both calls prove the browser’s key', async () => {
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

test('a proof that needs the server’s nonce is sent again, and ends nothing', async () => {
  arrive({ email: 'ada@example.org' })
  const path = `DELETE /api/auth/wallets/${mine}`
  responses[path] = () => {
    responses[path] = () => Response.json({})
    return refused(401, 'use_dpop_nonce')
  }
  fireEvent.click(await button(`Unlink ${mine}`))
  await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(2))
  expect(localStorage.getItem('vitrine.auth')).toContain('e30.')
})

/** The server refuses to unlink until this is called. */
function refuseUnlinking(code: string) {
  let confirmed = false
  responses[`DELETE /api/auth/wallets/${mine}`] = () => (confirmed ? Response.json({}) : refused(403, code))
  return () => {
    confirmed = true
  }
}
const unlinked = () => asked.filter(({ method }) => method === 'DELETE')

test.each([['recent_login_required'], ['token_expired']])(
  'after an old login (%s) a login in another tab continues the action, and ends nothing',
  async (code) => {
    arrive({ email: 'ada@example.org', sid: 'old' })
    const confirm = refuseUnlinking(code)
    fireEvent.click(await button(`Unlink ${mine}`))
    const way = await screen.findByRole('link', { name: 'Log in again' })
    expect(way.getAttribute('href')).toBe(
      '/api/auth/login?redirect=%2Fen%2Flogin%2F%3Fconfirmed%3D1&screen=login&fresh=1',
    )
    expect(way.getAttribute('target')).toBe('_blank')
    confirm()
    // A refresh isn't a login.
    keep({ email: 'ada@example.org', sid: 'old', iat: 1 })
    expect(screen.getByRole('link', { name: 'Log in again' })).toBeTruthy()
    keep({ email: 'ada@example.org', sid: 'new' })
    await vi.waitFor(() => expect(unlinked()).toHaveLength(2))
    expect(unlinked()[1]!.headers.get('authorization')).toBe(
      `Bearer ${token({ email: 'ada@example.org', sid: 'new' })}`,
    )
    expect(screen.queryByRole('link', { name: 'Log in again' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked.filter(({ path }) => path === '/api/auth/tokens')).toEqual([])
  },
)

test.each([
  ['closing the question', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['a login of somebody else', () => keep({ sub: 'b', sid: 'new' })],
])('%s ends the action with the server’s sentence', async (_, end) => {
  arrive({ email: 'ada@example.org', sid: 'old' })
  refuseUnlinking('recent_login_required')
  fireEvent.click(await button(`Unlink ${mine}`))
  await screen.findByRole('link', { name: 'Log in again' })
  end()
  expect((await screen.findByRole('alert')).textContent).toContain('It is recent_login_required.')
  expect(unlinked()).toHaveLength(1)
})

test('an ended session is removed', async () => {
  arrive({ email: 'ada@example.org' })
  responses[`DELETE /api/auth/wallets/${mine}`] = () => refused(401, 'session_gone')
  fireEvent.click(await button(`Unlink ${mine}`))
  await vi.waitFor(() => expect(localStorage.getItem('vitrine.auth')).toBeNull())
})

test('an account without an address confirms with a wallet that it has, and no other', async () => {
  arrive({ sid: 'old' })
  const confirm = refuseUnlinking('recent_login_required')
  chosen = other
  fireEvent.click(await button(`Unlink ${mine}`))
  fireEvent.click(await button('Confirm with your wallet'))
  expect(await screen.findByText(/This wallet is not linked to your account/)).toBeTruthy()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  chosen = mine
  confirm()
  fireEvent.click(await button('Confirm with your wallet'))
  await vi.waitFor(() => expect(unlinked()).toHaveLength(2))
})
