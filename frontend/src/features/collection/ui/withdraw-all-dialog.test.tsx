// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Token, Withdrawal } from '../model'
import { useTokens } from '../store'
import { WithdrawAllDialog } from './withdraw-all-dialog'

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = (artworkTitle: string, editionNumber: number, change: Partial<Token> = {}) =>
  ({
    tokenId: `2400000${editionNumber}`,
    artworkId: '24',
    artworkTitle,
    editionNumber,
    editionSize: 25,
    chainId: 31337,
    location: 'vault',
    status: 'minted',
    giftOrder: '',
    frozen: false,
    ...change,
  }) as Token
const tokens = [
  token('Long Furrow', 1),
  token('Slow Tide', 2),
  token('Red Kite', 3),
  token('Gift', 4, { giftOrder: 'o' }),
]

let requests: { key: string; path: string; body: { tokenIds: string[]; to: string } }[]
let reply: () => Response

beforeEach(() => {
  requests = []
  useTokens.setState({ tokens: [] })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/config') return Response.json({})
    const headers = init.headers as Record<string, string>
    requests.push({ path, key: headers['idempotency-key'] ?? '', body: JSON.parse(String(init.body)) })
    return reply()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const closed = vi.fn()
  const moving = new Map([['24000003', { status: 'isWithdrawalAwaitingApproval' } as Withdrawal]])
  render(
    <WithdrawAllDialog
      tokens={tokens}
      withdrawals={moving}
      artworks={new Map()}
      bySignature={false}
      onClose={closed}
    />,
  )
  return closed
}

function send() {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: wallet } })
  fireEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }))
}

const requested = (tokenIds: string[], leftOut: object[]) => () =>
  Response.json({
    id: 'b',
    items: tokenIds.map((tokenId) => ({ tokenId, status: 'isWithdrawalAwaitingApproval' })),
    leftOut,
  })

test('lists the works that go and stay, and requests the withdrawal in one call', async () => {
  reply = requested(['24000001', '24000002'], [])
  const closed = open()
  const dialog = screen.getByRole('dialog', { name: 'Send 2 works to your wallet' })
  const [go, stay] = within(dialog)
    .getAllByRole('list', { hidden: true })
    .map((list) => list.textContent)
  expect(go).toBe('Long Furrow, #1 of 25Slow Tide, #2 of 25')
  expect(stay).toBe(
    'Red Kite, #3 of 25. A withdrawal is already in progress.Gift, #4 of 25. A gift waiting to be accepted.',
  )
  send()
  expect(await screen.findByRole('dialog', { name: 'Withdrawal requested' })).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    path: '/api/withdrawal-batches',
    body: { tokenIds: ['24000001', '24000002'], to: wallet },
  })
  expect(useTokens.getState().tokens.map(({ tokenId }) => tokenId)).toEqual(['24000001', '24000002'])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledWith(true)
})

test('works that the server left out are listed with their reason', async () => {
  reply = requested(['24000001'], [{ tokenId: '24000002', reason: 'token_frozen' }])
  open()
  send()
  const dialog = await screen.findByRole('dialog', { name: 'Withdrawal requested' })
  expect(dialog.textContent).toContain('We’ve requested the withdrawal of 1 work.')
  expect(within(dialog).getByRole('listitem').textContent).toBe(
    'Slow Tide, #2 of 25. We’re reviewing the payment.',
  )
})

test('a lost response is retried with the same key, and a rejection is shown at the address', async () => {
  reply = () => new Response('late', { status: 504 })
  open()
  send()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(await screen.findByRole('alert')).toBeTruthy()
  reply = () =>
    Response.json(
      { error: { code: 'nothing_to_withdraw', message: 'None of these works can go.', details: {} } },
      { status: 409 },
    )
  send()
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(await screen.findByText('None of these works can go.')).toBeTruthy()
  expect(requests[1]?.key).toBe(requests[0]?.key)
})
