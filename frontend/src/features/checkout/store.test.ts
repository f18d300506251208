// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { announce } from '@/lib/session/events'
import {
  begin,
  clear,
  isActive,
  pendingLifetime,
  pendingNow,
  sampledNow,
  update,
  usePendingCheckout,
} from './store'

const stored = () => JSON.parse(localStorage.getItem('vitrine.pendingCheckout') ?? 'null')?.state

beforeEach(() => {
  localStorage.clear()
  usePendingCheckout.persist.rehydrate()
})

test('a record has the four fields of a pending checkout', () => {
  begin('24', 'long-furrow-24')
  expect(Object.keys(stored()).sort()).toEqual(['artworkId', 'artworkSlug', 'pendingSince', 'status'])
  expect(stored()).toMatchObject({ artworkId: '24', artworkSlug: 'long-furrow-24', status: 'new' })
  expect(Date.parse(stored().pendingSince)).toBeGreaterThan(0)
})

test('it moves forward in order, and another artwork starts again', () => {
  begin('24', 'long-furrow-24')
  update('24', 'paymentPending')
  update('24', 'loginRequired')
  expect(stored().status).toBe('paymentPending')
  begin('24', 'long-furrow-24')
  expect(stored().status).toBe('paymentPending')
  update('25', 'completed')
  expect(stored().status).toBe('paymentPending')
  begin('25', 'cedar-steps-25')
  expect(stored()).toMatchObject({ artworkId: '25', status: 'new' })
})

test('any state but completed may be cleared', () => {
  begin('24', 'long-furrow-24')
  clear('24')
  expect(pendingNow()).toBeNull()
  begin('24', 'long-furrow-24')
  update('24', 'completed')
  clear('24')
  expect(pendingNow()?.status).toBe('completed')
})

test('it counts for three hours', () => {
  const pendingSince = '2026-11-21T00:00:00Z'
  const start = Date.parse(pendingSince)
  expect(isActive({ pendingSince }, start + pendingLifetime - 1)).toBe(true)
  expect(isActive({ pendingSince }, start + pendingLifetime)).toBe(false)
  expect(isActive({ pendingSince: null }, start)).toBe(false)
})

test('time is sampled every five seconds', () => {
  const start = Date.now() + 60_000
  expect(sampledNow(start)).toBe(start)
  expect(sampledNow(start + 4_999)).toBe(start)
  expect(sampledNow(start + 5_000)).toBe(start + 5_000)
})

test('a logout removes it', () => {
  begin('24', 'long-furrow-24')
  announce('ended')
  expect(pendingNow()).toBeNull()
})
