// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '@/lib/api/error'
import * as push from '@/lib/push'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/push'
import { PushSwitch } from './push-switch'

configure({ asyncUtilTimeout: 5000 })

vi.mock('@/lib/push', async (original) => ({
  ...(await original<typeof push>()),
  look: vi.fn(),
  turnOn: vi.fn(),
  turnOff: vi.fn(),
}))

const { look, turnOn, turnOff } = vi.mocked(push)
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: t.label })
const seen = (state: push.Push) => look.mockResolvedValue({ state, publicKey: 'k' })

beforeEach(() => {
  vi.resetAllMocks()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('permission is requested only after the click', async () => {
  seen('off')
  turnOn.mockResolvedValue('on')
  turnOff.mockResolvedValue('off')
  render(<PushSwitch />)
  const choice = await box()
  expect(choice.checked).toBe(false)
  expect(turnOn).not.toHaveBeenCalled()
  fireEvent.click(choice)
  await screen.findByText(t.hints.on)
  expect(turnOn).toHaveBeenCalledExactlyOnceWith('k')
  expect(choice.checked).toBe(true)
  fireEvent.click(choice)
  await screen.findByText(t.hints.off)
  expect(turnOff).toHaveBeenCalledOnce()
})

test('dismissing the permission prompt leaves it off and says so', async () => {
  seen('off')
  turnOn.mockResolvedValue('off')
  render(<PushSwitch />)
  fireEvent.click(await box())
  expect(await screen.findByText(t.notAllowed)).toBeTruthy()
})

test('what the browser blocks can’t be switched, and the page says where to allow it', async () => {
  seen('off')
  turnOn.mockResolvedValue('blocked')
  render(<PushSwitch />)
  fireEvent.click(await box())
  expect(await screen.findByText(t.hints.blocked)).toBeTruthy()
  expect((await box()).disabled).toBe(true)
})

test.each(['unsupported', 'closed'] as const)(
  '%s is said in the profile, and left out elsewhere',
  async (state) => {
    seen(state)
    const { rerender } = render(<PushSwitch />)
    expect(await screen.findByText(t.hints[state])).toBeTruthy()
    rerender(<PushSwitch quiet />)
    await waitFor(() => expect(screen.queryByText(t.hints[state])).toBeNull())
    expect(screen.queryByRole('checkbox')).toBeNull()
  },
)

test.each([true, false])(
  'that iOS needs the site on the home screen is said everywhere (quiet: %s)',
  async (quiet) => {
    seen('homeScreen')
    render(<PushSwitch quiet={quiet} />)
    expect(await screen.findByText(/Add this site to your home screen/)).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  },
)

test('failures of the browser, the server and the first read are shown, the last with a retry', async () => {
  seen('off')
  turnOn.mockRejectedValueOnce(new push.SubscribeError('no'))
  render(<PushSwitch />)
  fireEvent.click(await box())
  expect(await screen.findByText(t.notSubscribed)).toBeTruthy()
  expect((await box()).checked).toBe(false)
  cleanup()
  queryClient.clear()
  look.mockRejectedValueOnce(new NetworkError('down'))
  render(<PushSwitch />)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect((await box()).checked).toBe(false)
})
