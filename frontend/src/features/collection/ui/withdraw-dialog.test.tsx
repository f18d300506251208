// @vitest-environment jsdom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { encodeFunctionResult, getAddress, parseAbi, zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configWith } from '@/lib/config.fixture'
import type { Leaving, Token } from '../model'
import type { WithdrawDialog } from './withdraw-dialog'

// The wallet library loads when a name is typed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const token = (artworkTitle: string, editionNumber: number) =>
  ({
    tokenId: `2400000${editionNumber}`,
    artworkId: '24',
    artworkTitle,
    editionNumber,
    editionSize: 25,
  }) as Token
const [furrow, tide, kite, gift] = [
  token('Long Furrow', 1),
  token('Slow Tide', 2),
  token('Red Kite', 3),
  token('Gift', 4),
]
const one: Leaving = { go: [furrow], stay: [] }
const all: Leaving = {
  go: [furrow, tide],
  stay: [
    { token: kite, why: 'withdrawal_pending' },
    { token: gift, why: 'gift_waiting' },
  ],
}

/** Where names point to; null: names are off. */
let names: Record<string, string> | null
let requests: { call: string; key: string; body: { tokenIds: string[]; to: string; name?: string } }[]
let reply: () => Response

const requested = (tokenIds: string[], leftOut: object[] = []) =>
  Response.json({
    items: tokenIds.map((tokenId) => ({ tokenId, status: 'isWithdrawalAwaitingApproval' })),
    leftOut,
  })
const refused = (code: string, message: string) =>
  Response.json({ error: { code, message, details: {} } }, { status: 409 })

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
  reply = () => requested([furrow.tokenId])
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
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    requests.push({ call: `${init.method} ${path}`, key, body })
    return reply()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(leaving = one) {
  const closed = vi.fn()
  const { WithdrawDialog: Dialog } = (await import('./withdraw-dialog')) as {
    WithdrawDialog: typeof WithdrawDialog
  }
  render(<Dialog {...leaving} artworks={new Map()} bySignature={false} onClose={closed} />)
  return closed
}

/** The status of each token, as pages show it until the server responds. */
const statuses = async () =>
  Object.fromEntries(
    (await import('../store')).useTokens
      .getState()
      .tokens.map((status) => [status.tokenId, status.withdrawTokenStatus]),
  )

const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })

async function send() {
  const button = screen.getByRole('button', { name: 'Request withdrawal' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(button)
}

test('one work: the title names it, and the dialog closes once it is requested', async () => {
  const closed = await open()
  const dialog = screen.getByRole('dialog', { name: 'Send Long Furrow, #1 of 25 to your wallet' })
  expect(dialog.textContent).toContain('Approve it from the link we email you. We pay the network fee.')
  type(first)
  await send()
  await waitFor(() => expect(closed).toHaveBeenCalledWith(true))
  expect(requests).toMatchObject([
    { call: 'POST /api/withdrawals', body: { tokenIds: [furrow.tokenId], to: first } },
  ])
  expect(await statuses()).toEqual({ [furrow.tokenId]: 'isWithdrawalAwaitingApproval' })
})

test('several works: lists those that go and stay, and requests the withdrawal in one call', async () => {
  reply = () => requested([furrow.tokenId, tide.tokenId])
  const closed = await open(all)
  const dialog = screen.getByRole('dialog', { name: 'Send 2 works to your wallet' })
  expect(dialog.textContent).toContain('Approve once from the link we email you. We pay the network fees.')
  const [go, stay] = within(dialog)
    .getAllByRole('list', { hidden: true })
    .map((list) => list.textContent)
  expect(go).toBe('Long Furrow, #1 of 25Slow Tide, #2 of 25')
  expect(stay).toBe(
    'Red Kite, #3 of 25. A withdrawal is already in progress.Gift, #4 of 25. A gift waiting to be accepted.',
  )
  type(first)
  await send()
  expect(await screen.findByRole('dialog', { name: 'Withdrawal requested' })).toBeTruthy()
  expect(requests).toMatchObject([
    { call: 'POST /api/withdrawals', body: { tokenIds: [furrow.tokenId, tide.tokenId], to: first } },
  ])
  expect(Object.keys(await statuses())).toEqual([furrow.tokenId, tide.tokenId])
  expect(closed).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledWith(true)
})

test('works that the server left out are listed with their reason', async () => {
  reply = () => requested([furrow.tokenId], [{ tokenId: tide.tokenId, reason: 'token_frozen' }])
  await open(all)
  type(first)
  await send()
  const dialog = await screen.findByRole('dialog', { name: 'Withdrawal requested' })
  expect(dialog.textContent).toContain('We’ve requested the withdrawal of 1 work.')
  expect(within(dialog).getByRole('listitem').textContent).toBe(
    'Slow Tide, #2 of 25. We’re reviewing the payment.',
  )
})

test.each([
  ['one work', one],
  ['several works', all],
])('a rejected request for %s is shown at the address', async (_, leaving) => {
  reply = () => refused('nothing_to_withdraw', 'None of these works can go.')
  const closed = await open(leaving)
  type(first)
  await send()
  expect(await screen.findByText('None of these works can go.')).toBeTruthy()
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  expect(closed).not.toHaveBeenCalled()
})

test.each([
  ['one work', one],
  ['several works', all],
])('a lost response about %s is retried with the same key; another address is new', async (_, leaving) => {
  reply = () => new Response('late', { status: 504 })
  await open(leaving)
  for (const address of [first, first, second]) {
    const before = requests.length
    type(address)
    await send()
    await waitFor(() => expect(requests.length).toBe(before + 1))
    expect(await screen.findByRole('alert')).toBeTruthy()
  }
  expect(requests[1]?.key).toBe(requests[0]?.key)
  expect(requests[2]?.key).not.toBe(requests[0]?.key)
  expect(requests[0]?.body).toEqual({ tokenIds: leaving.go.map(({ tokenId }) => tokenId), to: first })
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
  expect(requests[0]?.body).toEqual({ tokenIds: [furrow.tokenId], to: first, name: 'alice.eth' })
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
  reply = () => refused('name_changed', 'It changed.')
  const closed = await open()
  type('alice.eth')
  fireEvent.click(await screen.findByRole('checkbox'))
  names = { 'alice.eth': second }
  await send()
  expect(await screen.findByText(second)).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('It changed.')
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false)

  reply = () => requested([furrow.tokenId])
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
