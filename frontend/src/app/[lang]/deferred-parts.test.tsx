// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { steppedUp } from '@/lib/session/step-up'
import { readTokens } from '@/lib/session/store'
import { pick } from '@/lib/wallet/picker'
import { DeferredParts } from './deferred-parts'

const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

vi.mock('@/lib/session/dpop', async (original) => ({
  ...(await original<typeof import('@/lib/session/dpop')>()),
  proof: async () => 'proof',
}))
vi.mock('@/lib/wallet/wallet', () => ({
  connectWallet: async () => {
    await pick([{ id: 'a', name: 'A wallet' }])
    return { address: wallet, chainId: async () => 31337, signMessage: async () => '0x1' }
  },
  signInMessage: async () => 'message',
}))

class Observer {
  observe() {}
  disconnect() {}
}

const token = (sid: string) =>
  `e30.${Buffer.from(JSON.stringify({ sub: 'a', sid, exp: 4_000_000_000 })).toString('base64url')}.sig`

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('an account with a wallet only and an old login confirms an action on any page', async () => {
  const responses: Record<string, unknown> = {
    '/api/auth/wallets': { items: [{ address: wallet, linkedAt: '2026-01-02T03:04:05Z' }] },
    '/api/auth/siwe/nonce': { nonce: 'n' },
    '/api/auth/siwe/verify': { accessToken: token('2'), refreshToken: 'r' },
    '/api/auth/tokens': { accessToken: token('2'), refreshToken: 'r' },
  }
  vi.stubGlobal('fetch', async (at: string | Request) =>
    Response.json(responses[typeof at === 'string' ? at : new URL(at.url).pathname] ?? {}),
  )
  const state = {
    accessToken: token('1'),
    refreshToken: 'r',
    accessTokenExpirationTimestamp: 4_000_000_000_000,
  }
  vi.stubGlobal('ResizeObserver', Observer)
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
  act(() => void readTokens())
  render(<DeferredParts lang="en" />)
  let tries = 0
  const done = steppedUp(async () => {
    if (++tries === 1) throw new ApiError(403, 'recent_login_required', 'Log in again.')
    return 'done'
  })
  const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
  await click('Confirm with your wallet')
  await click('A wallet')
  expect(await done).toBe('done')
})

const app = join(import.meta.dirname, '..')
const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx$/.test(name))
const sources = (name: RegExp) =>
  files.filter((file) => !file.includes('.test.') && name.test(readFileSync(join(app, file), 'utf8')))

test('every page is in the one frame, which alone has the dialogs that any page may open', () => {
  const frames = files.filter((file) => /(^|\/)layout\.tsx$/.test(file))
  expect(frames).toEqual(['[lang]/layout.tsx'])
  const outside = files.filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.startsWith('[lang]/'))
  expect(outside).toEqual([])
  expect(sources(/<Document\b/)).toContain('[lang]/layout.tsx')
  expect(sources(/<Deferred\b/)).toEqual(['[lang]/document.tsx'])
  for (const dialog of [/<StepUp\b/, /<WalletDialog\b/])
    expect(sources(dialog)).toEqual(['[lang]/deferred-parts.tsx'])
})
