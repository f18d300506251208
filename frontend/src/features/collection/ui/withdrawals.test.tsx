// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import type { Withdrawal } from '../model'
import { Withdrawals } from './withdrawals'

vi.mock('../use-artworks', () => ({ useArtworks: () => new Map() }))
vi.mock('./thumbnail', () => ({ Thumbnail: () => null }))

const withdrawal = (id: string, batchId: string, change: Partial<Withdrawal> = {}) => ({
  id,
  batchId,
  tokenId: `2400000${id}`,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: '',
  status: 'isWithdrawalAwaitingApproval',
  chainId: 31337,
  ...change,
})
const called: string[] = []

beforeEach(() => {
  called.length = 0
  const items = [
    withdrawal('1', 'several'),
    withdrawal('2', 'several'),
    withdrawal('3', 'several', { status: 'cancelled' }),
    withdrawal('4', 'alone'),
  ]
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href)
    if (pathname === '/api/withdrawals') return Response.json({ items })
    if (pathname === '/api/config') return Response.json(configWith({}))
    if (method === 'DELETE') called.push(pathname)
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('each withdrawal can be cancelled until it is sent, and those of several works together', async () => {
  render(<Withdrawals lang="en" bySignature={false} />)
  const rows = (await screen.findAllByRole('listitem')).map((row) => within(row))
  const labels = rows.map((row) => row.queryAllByRole('button').map(({ textContent }) => textContent))
  const together = 'Cancel all 2 requested together'
  expect(labels).toEqual([['Cancel withdrawal', together], ['Cancel withdrawal'], [], ['Cancel withdrawal']])

  await userEvent.click(screen.getByRole('button', { name: together }))
  await waitFor(() => expect(called).toEqual(['/api/withdrawals/several']))
  await waitFor(() => expect(rows[3]!.getByRole('button').getAttribute('aria-busy')).toBeNull())
  await userEvent.click(rows[3]!.getByRole('button'))
  await waitFor(() => expect(called).toEqual(['/api/withdrawals/several', '/api/withdrawals/4']))
})
