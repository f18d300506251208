// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Phase } from '@/lib/phases/model'
import { planOf } from '@/lib/phases/plan'
import { PhaseList } from './phase-list'

vi.mock('next/navigation', () => ({ usePathname: () => '/en/drops/orbits-20/' }))

const now = Date.parse('2026-11-26T11:00:00Z')
const friends: Phase = {
  id: 'f',
  name: 'Friends',
  kind: 'allow_list',
  state: 'open',
  startsAt: '2026-11-26T10:00:00Z',
  endsAt: '2026-11-26T11:30:00Z',
  cap: 2,
  prices: [{ artworkId: '1', price: { amount: '9000', currency: 'USD' }, auction: null }],
  access: null,
}
const everyone: Phase = {
  ...friends,
  id: 'e',
  name: 'Everyone',
  kind: 'public',
  state: 'upcoming',
  startsAt: '2026-11-26T11:45:00Z',
  endsAt: null,
  cap: 0,
  prices: [],
}
const drop = { id: '20', startsAt: '2026-11-26T09:00:00Z', endsAt: '2026-11-26T14:00:00Z' }
const works = [{ id: '1', price: { amount: '12500', currency: 'USD' } }]

function show(phases: Phase[]) {
  render(<PhaseList lang="en" drop={drop} works={works} plan={planOf(phases, () => now)} />)
  return (name: string) => within(screen.getByRole('listitem', { name }))
}

afterEach(cleanup)

test('each phase says who may buy, when, for how much and how many; strangers are asked to log in', () => {
  const row = show([friends, everyone])
  const first = row('Friends')
  for (const words of ['Open now', 'Invited accounts', '$90', '2 editions each', 'Ends in 30:00'])
    expect(first.getByText(words)).toBeTruthy()
  expect(first.getByRole('link', { name: 'Log in' }).getAttribute('href')).toMatch(
    /^\/en\/login\/?\?redirect=%2Fen%2Fdrops%2Forbits-20%2F$/,
  )
  const last = row('Everyone')
  for (const words of ['Upcoming', 'Everyone', '$125', 'None', 'Opens in 45:00'])
    expect(last.getAllByText(words).length).toBeGreaterThan(0)
  expect(last.queryByRole('link')).toBeNull()
  // A phase without an end ends with the drop.
  expect(last.getByText(/^26 November, \d\d:45 to \d\d:00 your time$/)).toBeTruthy()
})

test('an account sees what it can buy, before the start as well, and a pause', () => {
  const row = show([
    { ...friends, state: 'paused', access: { eligible: true, reason: '', bought: 1, left: 1 } },
    { ...everyone, access: { eligible: true, reason: '', bought: 0 } },
  ])
  expect(row('Friends').getByText('You can buy here · 1 of 2 left')).toBeTruthy()
  expect(row('Friends').getByText('Paused')).toBeTruthy()
  expect(row('Friends').getByText(/continues here; you don’t need to reload/)).toBeTruthy()
  expect(row('Everyone').getByText('You can buy here once it opens')).toBeTruthy()
})
