// @vitest-environment jsdom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import { Payout } from './payout'

// The wallet library loads when a name is typed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const refusal = () =>
  Response.json({ error: { code: 'forbidden', message: 'No artist.', details: {} } }, { status: 403 })
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const empty = () => Response.json({ items: [], activeAddress: '', frozen: false, linked: true })
let list: () => Response

beforeEach(() => {
  list = empty
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'GET' ? list() : refusal(),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an account without an artist gets a message after a request, and the form disappears', async () => {
  render(<Payout />)
  fireEvent.change(await screen.findByRole('textbox'), {
    target: { value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Request this wallet' }))
  expect(await screen.findByText(/This account isn’t linked to an artist/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('without access to the list there is no form', async () => {
  list = refusal
  render(<Payout />)
  expect(await screen.findByText(/This account isn’t linked to an artist/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a lost response is retried with the same key; another address is a new request', async () => {
  const keys: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, headers }: RequestInit) => {
    if (method === 'GET') return empty()
    keys.push((headers as Record<string, string>)['idempotency-key'])
    return new Response('late', { status: 504 })
  })
  render(<Payout />)
  const ask = async (address: string) => {
    const before = keys.length
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: address } })
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(keys.length).toBe(before + 1))
  }
  await ask('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await ask('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await ask('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('after the artist’s own approval the page says that a second person decides', async () => {
  const update = { id: '1', address: wallet, status: 'awaiting_approval', own: true }
  list = () => Response.json({ items: [update], activeAddress: '', linked: true })
  const { unmount } = render(<Payout />)
  expect((await screen.findAllByText(/Waiting for your approval/)).length).toBeGreaterThan(0)
  unmount()
  list = () =>
    Response.json({
      items: [{ ...update, ownerApprovedAt: '2026-11-22T18:00:00Z' }],
      activeAddress: '',
      linked: true,
    })
  render(<Payout />)
  expect((await screen.findAllByText(/You approved it\. Now a second person/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Waiting for your approval/)).toBeNull()
})

test('after a freeze no wallet is shown as paid', async () => {
  list = () =>
    Response.json({
      items: [{ id: '1', address: wallet, status: 'frozen', own: true }],
      activeAddress: wallet,
      frozen: true,
      linked: true,
    })
  render(<Payout />)
  expect(await screen.findByText('Payouts are on hold')).toBeTruthy()
  expect(screen.queryByText(/Your share of ether sales goes to/)).toBeNull()
  expect(screen.getByRole('textbox')).toBeTruthy()
})

test('an account that is no longer linked sees its requests and can’t make another', async () => {
  list = () =>
    Response.json({ items: [{ id: '1', address: wallet, status: 'active', own: true }], linked: false })
  render(<Payout />)
  expect(await screen.findByText(/isn’t linked to an artist any more/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a name is confirmed with its address, and both are sent', async () => {
  const { encodeFunctionResult, getAddress, parseAbi } = await import('viem')
  const abi = parseAbi(['function f() view returns (address)'])
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path === '/api/config')
      return Response.json(configWith({ names: { chainId: 31337, registry: wallet } }))
    if (path === '/rpc/31337') {
      const result = encodeFunctionResult({ abi, functionName: 'f', result: getAddress(wallet) })
      return Response.json({ jsonrpc: '2.0', id: 42, result })
    }
    if (method === 'GET') return empty()
    sent.push(JSON.parse(String(body)))
    return Response.json({ id: '1', address: wallet, name: 'alice.eth', status: 'awaiting_approval' })
  })
  render(<Payout />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'alice.eth' } })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'This is the right address' }))
  fireEvent.click(screen.getByRole('button', { name: 'Request this wallet' }))
  await waitFor(() => expect(sent).toEqual([{ address: wallet, name: 'alice.eth' }]))
})
