// @vitest-environment jsdom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { encodeFunctionResult, getAddress, parseAbi, zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import type { Token } from '../model'
import type { WithdrawDialog } from './withdraw-dialog'

// The wallet library loads when a name is typed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const token = { tokenId: '24000003', artworkTitle: 'Long Furrow', editionNumber: 3 } as Token
const submit = /withdrawal/

/** Where names point to; null: names are off. */
let names: Record<string, string> | null
let requests: { key: string; body: { tokenId: string; to: string; name?: string } }[]
let reply: () => Response

const word = (address: string) =>
  encodeFunctionResult({
    abi: parseAbi(['function f() view returns (address)']),
    functionName: 'f',
    result: getAddress(address),
  })

beforeEach(async () => {
  vi.resetModules()
  names = { 'alice.eth': first }
  requests = []
  reply = () => Response.json({ status: 'isWithdrawalAwaitingApproval' })
  const { namehash } = await import('viem/ens')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/config')
      return Response.json(configWith(names ? { names: { chainId: 31337, registry: second } } : {}))
    const body = JSON.parse(String(init.body))
    if (path === '/rpc/31337') {
      const known = Object.entries(names ?? {}).find(([name]) =>
        body.params[0].data.includes(namehash(name).slice(2)),
      )
      const address =
        body.params[0].to === second ? (known ? first : zeroAddress) : (known?.[1] ?? zeroAddress)
      return Response.json({ jsonrpc: '2.0', id: 42, result: word(address) })
    }
    requests.push({ key: (init.headers as Record<string, string>)['idempotency-key'] ?? '', body })
    return reply()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open() {
  const closed = vi.fn()
  const { WithdrawDialog: Dialog } = (await import('./withdraw-dialog')) as {
    WithdrawDialog: typeof WithdrawDialog
  }
  render(<Dialog token={token} bySignature={false} onClose={closed} />)
  return closed
}

const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })

async function send() {
  const button = screen.getByRole('button', { name: submit })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(button)
}

test('a lost response is retried with the same key; another address is a new request', async () => {
  reply = () => new Response('late', { status: 504 })
  await open()
  for (const address of [first, first, second]) {
    const before = requests.length
    type(address)
    await send()
    await waitFor(() => expect(requests.length).toBe(before + 1))
    expect(await screen.findByRole('alert')).toBeTruthy()
  }
  expect(requests[1]?.key).toBe(requests[0]?.key)
  expect(requests[2]?.key).not.toBe(requests[0]?.key)
  expect(requests[0]?.body).toEqual({ tokenId: token.tokenId, to: first })
})

test('a name shows its whole address, which has to be confirmed; both are sent', async () => {
  const closed = await open()
  type('Alice.eth')
  expect(await screen.findByText(first)).toBeTruthy()
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('confirm')
  expect(requests).toEqual([])

  fireEvent.click(screen.getByRole('checkbox', { name: 'This is the right address' }))
  await send()
  await waitFor(() => expect(closed).toHaveBeenCalledWith(true))
  expect(requests[0]?.body).toEqual({ tokenId: token.tokenId, to: first, name: 'alice.eth' })
})

test('a changed text clears the confirmation', async () => {
  names = { 'alice.eth': first, 'bob.eth': second }
  await open()
  type('alice.eth')
  fireEvent.click(await screen.findByRole('checkbox'))
  type('bob.eth')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await screen.findByText(second)).toBeTruthy()
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false)
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('bob.eth')
  expect(requests).toEqual([])
})

test('a name that changed before the request is looked up again and confirmed again', async () => {
  reply = () =>
    Response.json({ error: { code: 'name_changed', message: 'It changed.', details: {} } }, { status: 409 })
  const closed = await open()
  type('alice.eth')
  fireEvent.click(await screen.findByRole('checkbox'))
  names = { 'alice.eth': second }
  await send()
  expect(await screen.findByText(second)).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('It changed.')
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false)

  reply = () => Response.json({ status: 'isWithdrawalAwaitingApproval' })
  fireEvent.click(screen.getByRole('checkbox'))
  await send()
  await waitFor(() => expect(closed).toHaveBeenCalledWith(true))
  expect(requests.map(({ body }) => body.to)).toEqual([first, second])
})

test.each([
  ['bob.eth', { 'alice.eth': first }, 'doesn’t point to an Ethereum address'],
  ['al ice.eth', { 'alice.eth': first }, 'valid name'],
  ['alice.eth', null, 'Name service not configured or unsupported.'],
])('%s is refused where it is typed', async (text, known, words) => {
  names = known as typeof names
  await open()
  type(text)
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(requests).toEqual([])
})
