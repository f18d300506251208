// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Token } from '../model'
import { WithdrawDialog } from './withdraw-dialog'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a lost reply is asked for again under its key; another address is another request', async () => {
  const keys: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['idempotency-key'])
    return new Response('late', { status: 504 })
  })
  const token = { tokenId: '24000003', artworkTitle: 'Long Furrow', editionNumber: 3 } as Token
  render(<WithdrawDialog token={token} bySignature={false} onClose={() => undefined} />)
  const ask = async (address: string) => {
    const before = keys.length
    const button = screen.getByRole('button', { name: 'Ask for withdrawal' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    fireEvent.change(screen.getByRole('textbox'), { target: { value: address } })
    fireEvent.click(button)
    await waitFor(() => expect(keys.length).toBe(before + 1))
    expect(await screen.findByRole('alert')).toBeTruthy()
  }
  await ask('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await ask('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await ask('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
