// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Refundable } from '../model'
import { Refund } from './refund'

const sent: { path: string; body: unknown; key: string | null }[] = []
let reply: () => Response

beforeEach(() => {
  sent.length = 0
  reply = () => Response.json({ refundRequest: null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, location.href).pathname
    if (!path.endsWith('/refunds')) return Response.json({ chains: [] })
    sent.push({
      path,
      body: JSON.parse(String(init.body)),
      key: new Headers(init.headers).get('idempotency-key'),
    })
    return reply()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const card: Refundable = {
  paymentMethod: 'card',
  amount: { amount: '125000', currency: 'USD' },
  wei: '',
  chainId: 0,
  refundAddress: '',
  tokenPlace: 'vault',
  alone: '50000',
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('nothing is sent before the amount and the destination are confirmed', async () => {
  const done = vi.fn(async () => {})
  render(<Refund id="o1" refundable={card} onDone={done} />)
  press('Check the refund')
  expect(await screen.findByText('Enter a reason.')).toBeTruthy()
  type(/Amount/, '1250.01')
  type(/Why/, ' Damaged. ')
  press('Check the refund')
  const problem = await screen.findByText('Enter an amount up to $1,250.')
  const amount = screen.getByLabelText(/Amount/)
  expect(amount.getAttribute('aria-describedby')?.split(' ')).toContain(problem.id)
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amount)
  type(/Amount/, '25.50')
  press('Check the refund')
  expect(await screen.findByText('$25.50 will be refunded to the card that paid.')).toBeTruthy()
  expect(screen.getByText('It goes out immediately, without a second person.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Refund $25.50')
  expect(sent).toEqual([])

  screen.getByRole('button', { name: 'Change it' }).focus()
  press('Change it')
  expect(document.activeElement).toBe(screen.getByLabelText(/Amount/))
  type(/Amount/, '')
  press('Check the refund')
  expect(await screen.findByText('$1,250 will be refunded to the card that paid.')).toBeTruthy()
  expect(screen.getByText('A second member of staff must approve this refund.')).toBeTruthy()
  press('Refund $1,250')
  await waitFor(() => expect(done).toHaveBeenCalledWith('The refund is on its way.'))
  expect(sent).toEqual([
    {
      path: '/api/checkouts/o1/refunds',
      body: { inFull: true, againstReturn: false, note: 'Damaged.' },
      key: expect.any(String),
    },
  ])
})

test('a refund that needs a second person says so; a refused one says why', async () => {
  const done = vi.fn(async () => {})
  reply = () =>
    Response.json(
      { error: { code: 'refund_requested', message: 'A refund already waits.', details: {} } },
      { status: 409 },
    )
  render(<Refund id="o1" refundable={card} onDone={done} />)
  type(/Why/, 'Damaged.')
  press('Check the refund')
  await screen.findByText(/will be refunded to the card/)
  press('Refund $1,250')
  const refusal = await screen.findByRole('alert')
  expect(document.activeElement).toBe(refusal)
  expect(done).toHaveBeenCalledWith('')
  expect(((await screen.findByLabelText(/Why/)) as HTMLInputElement).value).toBe('Damaged.')

  reply = () => Response.json({ refundRequest: { id: 'r1' } })
  press('Check the refund')
  await screen.findByText(/will be refunded to the card/)
  press('Refund $1,250')
  await waitFor(() => expect(done).toHaveBeenCalledWith('A second member of staff must approve this refund.'))
})

test('ether without a known address needs one', async () => {
  const ether: Refundable = {
    ...card,
    paymentMethod: 'ether',
    amount: undefined,
    wei: '1000000000000000000',
    chainId: 1,
  }
  render(<Refund id="o1" refundable={ether} onDone={async () => {}} />)
  type(/Why/, 'Damaged.')
  press('Check the refund')
  expect(await screen.findByRole('alert')).toBeTruthy()
  type(/Send it to/, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  press('Check the refund')
  expect(await screen.findByText('1 ETH goes to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8.')).toBeTruthy()
})

test('a work in the buyer’s wallet stays there, or is sent back before the money goes out', async () => {
  const done = vi.fn(async () => {})
  reply = () => Response.json({ refundRequest: { id: 'r1' } })
  render(<Refund id="o1" refundable={{ ...card, tokenPlace: 'wallet', alone: '0' }} onDone={done} />)
  expect(screen.getByText('The work is in the buyer’s own wallet and stays there.')).toBeTruthy()
  type(/Why/, 'Damaged.')
  type(/Amount/, '5')
  fireEvent.click(screen.getByLabelText(/once the buyer has sent the work back/))
  press('Check the refund')
  expect(await screen.findByText(/we refund all that’s left/)).toBeTruthy()
  type(/Amount/, '')
  press('Check the refund')
  expect(await screen.findByText('The money goes out once the work is back in the vault.')).toBeTruthy()
  expect(screen.queryByText(/stays there/)).toBeNull()
  press('Refund $1,250')
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent[0]?.body).toEqual({ inFull: true, againstReturn: true, note: 'Damaged.' })
})
