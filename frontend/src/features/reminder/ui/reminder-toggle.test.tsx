// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/lib/session/store'
// Loaded now: the button loads it when it is needed.
import '../calls'
import { nothing, storePendingReminder, useReminders } from '../store'
import { ReminderToggle } from './reminder-toggle'

configure({ asyncUtilTimeout: 5000 })

const sent: string[] = []
/** The error of adding a reminder. */
let refusal: { status: number; code: string } | null = null

const reminder = {
  kind: 'drop',
  entryId: '7',
  opensAt: '2026-12-03T17:00:00Z',
  addedAt: '2026-11-01T00:00:00Z',
}

beforeEach(() => {
  sent.length = 0
  refusal = null
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${new URL(url, location.href).pathname}`)
    if (method === 'POST' && refusal)
      return Response.json(
        { error: { code: refusal.code, message: 'No.', details: {} } },
        { status: refusal.status },
      )
    return Response.json({ items: method === 'POST' ? [reminder] : [] })
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  useAuth.persist.rehydrate()
  useReminders.setState(nothing)
  vi.unstubAllGlobals()
})

function logIn() {
  const part = (value: object) => btoa(JSON.stringify(value))
  const end = Date.now() + 600_000
  const accessToken = `${part({ alg: 'none' })}.${part({ sub: 'ann', exp: Math.floor(end / 1000) })}.x`
  const state = { accessToken, refreshToken: null, accessTokenExpirationTimestamp: end }
  localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 }))
  useAuth.persist.rehydrate()
}

const show = () => render(<ReminderToggle lang="en" kind="drop" id="7" />)
const press = async () => {
  const button = await screen.findByRole('button', { name: 'Tell me when it opens' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(button)
}
const adds = () => sent.filter((call) => call === 'POST /api/reminders').length

test('without a login nothing is sent, and the way back leads here', async () => {
  useAuth.persist.rehydrate()
  show()
  await press()
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toMatch(/^\/en\/login\/?\?redirect=%2F$/)
  expect(adds()).toBe(0)
  expect(sessionStorage.getItem('vitrine.wish')).toContain('"id":"7"')
})

test('a reminder is set once after the requested login', async () => {
  storePendingReminder({ kind: 'drop', id: '7' })
  logIn()
  show()
  expect(await screen.findByText('We’ll email you once, when it opens.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the reminder' })).toBeTruthy()
  expect(adds()).toBe(1)
  cleanup()
  show()
  await screen.findByRole('button', { name: 'Cancel the reminder' })
  expect(adds()).toBe(1)
})

test.each([
  ['email_unverified', /^Your email address isn’t verified yet/, 'Your profile'],
  ['no_email', /^Your account has no email address/, 'Your profile'],
  ['emails_off', /^You switched these emails off/, 'Profile › Security'],
  ['too_many_reminders', /^You have 100 reminders/, 'Your reminders'],
  ['drop_open', /^This drop has just opened/, null],
])('%s says what it means and where to continue', async (code, words, link) => {
  refusal = { status: 409, code }
  logIn()
  show()
  await press()
  expect(await screen.findByText(words)).toBeTruthy()
  if (link) expect(screen.getByRole('link', { name: link })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tell me when it opens' })).toBeTruthy()
})
