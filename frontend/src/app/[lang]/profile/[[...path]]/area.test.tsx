// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Buyer } from '@/features/profile/use-buyer'
import { Area } from './area'

let bySignature = false
vi.mock('@/features/profile/use-buyer', () => ({
  useBuyer: () => ({ session: { status: 'member', user: { sub: 'a' } }, bySignature }) as Partial<Buyer>,
}))

const request = {
  kind: 'token_withdrawal',
  subjectId: 'w1',
  approval: { summary: 'Withdraw Bifocal #1' },
  bySignature: true,
  typedData: '{}',
}
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, location.href).pathname)
    return Response.json({ items: asked.at(-1) === '/api/approvals' ? [request] : [] })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const approvals = () => asked.filter((path) => path === '/api/approvals').length
const later = () => act(() => vi.advanceTimersByTimeAsync(20_000))

test.each(['collection', 'withdrawals'] as const)(
  'no signature is looked for in the %s of an account that gets mail',
  async (section) => {
    bySignature = false
    render(<Area lang="en" section={section} />)
    await later()
    expect(asked).toContain('/api/withdrawals')
    expect(approvals()).toBe(0)
  },
)

test.each(['collection', 'withdrawals'] as const)(
  'an account without an address is asked for its signature in its %s, and again',
  async (section) => {
    bySignature = true
    render(<Area lang="en" section={section} />)
    expect(await screen.findByRole('button', { name: 'Approve with your wallet' })).toBeTruthy()
    await later()
    expect(approvals()).toBeGreaterThan(2)
  },
)
