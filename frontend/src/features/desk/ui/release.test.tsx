// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { Release } from './release'

let state: { state: string; releasedAt?: string }
let reply: () => Response
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  state = { state: 'ready' }
  reply = () => {
    state = { state: 'released', releasedAt: '2026-11-25T12:00:00Z' }
    return Response.json(state)
  }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json(state)
    sent.push(JSON.parse(String(init.body)))
    return reply()
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (text: string) => fireEvent.change(screen.getByLabelText(/Why/), { target: { value: text } })

test('an edition is put on sale again after a reason and a confirmation', async () => {
  render(<Release id="o1" edition="edition 3 of 25" decides />)
  expect(await screen.findByText(/can go on sale again/)).toBeTruthy()
  fill('   ')
  press('Check the release')
  expect(await screen.findByText('Enter a reason.')).toBeTruthy()
  fill(' The artist agrees. ')
  press('Check the release')
  expect(await screen.findByText('Put edition 3 of 25 on sale again?')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Release the edition')
  expect(sent).toEqual([])

  press('Change it')
  expect(((await screen.findByLabelText(/Why/)) as HTMLInputElement).value).toBe(' The artist agrees. ')
  press('Check the release')
  await screen.findByText('Put edition 3 of 25 on sale again?')
  press('Release the edition')
  expect(await screen.findByText(/has been on sale again since/)).toBeTruthy()
  expect(sent).toEqual([{ note: 'The artist agrees.' }])
  expect(screen.queryByLabelText(/Why/)).toBeNull()
})

test.each([
  ['minting', 'The token is being minted'],
  ['withdrawing', 'A withdrawal of the token hasn’t ended'],
  ['gone', 'this edition stays off sale'],
  ['unknown', 'We can’t check the token right now'],
])('while the state is %s, it says why and offers nothing', async (name, words) => {
  state = { state: name }
  render(<Release id="o1" edition="edition 3 of 25" decides />)
  expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an order that didn’t buy its edition shows nothing', async () => {
  state = { state: 'none' }
  const { container } = render(<Release id="o1" edition="edition 3 of 25" decides />)
  await waitFor(() => expect(queryClient.getQueryData(['desk', 'release', 'o1'])).toEqual(state))
  await waitFor(() => expect(container.textContent).toBe(''))
})

test('a release that is refused says why, and shows what changed', async () => {
  reply = () => {
    state = { state: 'minting' }
    return Response.json(
      { error: { code: 'token_minting', message: 'The token is being minted.', details: {} } },
      { status: 409 },
    )
  }
  render(<Release id="o1" edition="edition 3 of 25" decides />)
  await screen.findByText(/can go on sale again/)
  fill('The artist agrees.')
  press('Check the release')
  await screen.findByText('Put edition 3 of 25 on sale again?')
  press('Release the edition')
  expect(await screen.findByText(/You can release the edition once the mint is final/)).toBeTruthy()
})

test('staff without the finance role see the state only', async () => {
  render(<Release id="o1" edition="edition 3 of 25" decides={false} />)
  expect(await screen.findByText(/can go on sale again/)).toBeTruthy()
  expect(screen.queryByLabelText(/Why/)).toBeNull()
})
