// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { flushPersonal, followStorage, localStore, persistLocal, storageKey } from './storage'

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

const breakStorage = (...parts: ('getItem' | 'setItem' | 'removeItem')[]) => {
  for (const part of parts)
    vi.spyOn(Storage.prototype, part).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
}

test('works without browser storage', () => {
  breakStorage('getItem', 'setItem', 'removeItem')
  const useSeen = store()
  followStorage(useSeen)()
  useSeen.setState({ seen: 1 })
  // Each new reader of the store gets the page's current value.
  followStorage(useSeen)()
  expect(useSeen.getState().seen).toBe(1)
  // A reloaded page has no value.
  localStore.removeItem('vitrine.seen')
  flushPersonal()
})

test('a value that didn’t fit into full storage overrides the older value, but not another tab’s', () => {
  const useSeen = store()
  useSeen.setState({ seen: 1 })
  breakStorage('setItem')
  const stop = followStorage(useSeen)
  useSeen.setState({ seen: 2 })
  useSeen.persist.rehydrate()
  expect(useSeen.getState().seen).toBe(2)
  localStorage.removeItem('vitrine.seen')
  window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.seen' }))
  expect(useSeen.getState().seen).toBe(0)
  stop()
})

test('changes by another tab are followed until unsubscribed', () => {
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

test('a logout removes personal data and keeps language, consent, volume and sorts', () => {
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

test('what another page of the tab has written is read when the page is restored', () => {
  const useSeen = store()
  const stop = followStorage(useSeen)
  const show = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  localStorage.setItem('vitrine.seen', JSON.stringify({ state: { seen: 4 }, version: 1 }))
  show(false)
  expect(useSeen.getState().seen).toBe(0)
  show(true)
  expect(useSeen.getState().seen).toBe(4)
  stop()
})
