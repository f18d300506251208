// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownTime } from '../own-time'
import { DropClock } from './drop-clock'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh() {} }) }))

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-21T12:00:00Z'),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test.each([
  ['UTC', 'your local time'],
  ['Etc/GMT', 'your local time'],
  ['Europe/London', 'your local time'],
  ['Europe/Vienna', '19:00 your time'],
  ['America/New_York', '13:00 your time'],
  ['Australia/Sydney', '22 Nov, 05:00 your time'],
  ['Asia/Kathmandu', '23:45 your time'],
])('18:00 UTC in %s: %s', (zone, want) => {
  vi.stubEnv('TZ', zone)
  expect(ownTime('2026-11-21T18:00:00Z')).toBe(want)
})

test('another day is shown by its date, which fits on the line in every month', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(ownTime('2026-12-01T02:00:00Z')).toBe('30 Nov, 18:00 your time')
  vi.stubEnv('TZ', 'Pacific/Auckland')
  for (let month = 1; month <= 12; month++) {
    const at = `2026-${String(month).padStart(2, '0')}-28T20:00:00Z`
    expect(ownTime(at).length).toBeLessThanOrEqual(26)
  }
})

const clock = (
  <p>
    <DropClock at="2026-11-21T18:00:00Z" after="now">
      21 November 2026, 18:00 UTC
    </DropClock>
  </p>
)

test.each(['UTC', 'Australia/Sydney'])('no line is empty in %s, before scripts and after', (timeZone) => {
  expect(renderToString(clock)).toMatch(/everywhere at once<\/p>$/)
  vi.stubEnv('TZ', timeZone)
  render(clock)
  const lines = () => screen.getByText(/UTC/).innerHTML.split('<br>')
  expect(lines()).toHaveLength(3)
  expect(lines()[2]).toBe(ownTime('2026-11-21T18:00:00Z'))
})
