// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { flushPersonal, followStorage, persistLocal, storageKey } from './storage'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const store = () =>
  create<{ seen: number }>()(
    persist(() => ({ seen: 0 }), {
      name: storageKey('seen'),
      version: 1,
      storage: persistLocal<{ seen: number }>(),
      skipHydration: true,
      merge: (stored, current) => ({ ...current, seen: 0, ...(stored as object | undefined) }),
    }),
  )

test('a browser that keeps nothing is forgetful, not broken', () => {
  for (const what of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, what).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  const useSeen = store()
  followStorage(useSeen)()
  useSeen.setState({ seen: 1 })
  expect(useSeen.getState().seen).toBe(1)
  flushPersonal()
})

test('what another tab writes, removes or clears is followed, until the page has had enough', () => {
  const useSeen = store()
  const stop = followStorage(useSeen)
  const write = (seen: number) =>
    localStorage.setItem('vitrine.seen', JSON.stringify({ state: { seen }, version: 1 }))
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

  write(2)
  tell('vitrine.other')
  expect(useSeen.getState().seen).toBe(0)
  tell('vitrine.seen')
  expect(useSeen.getState().seen).toBe(2)
  localStorage.clear()
  tell(null)
  expect(useSeen.getState().seen).toBe(0)
  stop()
  write(3)
  tell('vitrine.seen')
  expect(useSeen.getState().seen).toBe(0)
})

test('a logout forgets what is personal and keeps language, consent, volume and sorts', () => {
  const personal = ['auth', 'profile', 'identityUser', 'pendingCheckout', 'tokens']
  const kept = [
    'language',
    'consent',
    'videoVolume',
    'artworksSort',
    'artistsSort',
    'exhibitionsSort',
    'etherPrice',
  ]
  for (const name of [...personal, ...kept]) localStorage.setItem(`vitrine.${name}`, '{}')
  flushPersonal()
  expect(Object.keys(localStorage).sort()).toEqual(kept.map((name) => `vitrine.${name}`).sort())
})
