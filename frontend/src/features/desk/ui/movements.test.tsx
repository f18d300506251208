// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Movements } from './movements'

const sent: string[] = []
let status = 200

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), shouldAdvanceTime: true })
  sent.length = 0
  status = 200
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    sent.push(String(init?.body))
    return status === 200
      ? new Response('Time (UTC),Kind')
      : Response.json(
          { error: { code: 'export_too_long', message: 'Export the month day by day.', details: {} } },
          { status },
        )
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the last whole month is chosen, and a month that is too long can be saved by day', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Movements />)
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => expect(sent).toEqual(['{"period":"2026-10"}']))

  status = 409
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('Export the month day by day.')).toBeTruthy()
  status = 200
  await user.selectOptions(screen.getByLabelText('Days'), '31')
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => expect(sent.at(-1)).toBe('{"period":"2026-10-31"}'))
  expect(screen.queryByText('Export the month day by day.')).toBeNull()

  // The current month has the days that have begun, and says that it isn't over.
  await user.selectOptions(screen.getByLabelText('Month (UTC)'), 'November 2026')
  expect(screen.getByText(/This month isn’t over/)).toBeTruthy()
  expect(screen.getByLabelText('Days').querySelectorAll('option')).toHaveLength(28)
})
