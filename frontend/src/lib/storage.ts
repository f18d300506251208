import { createJSONStorage, type PersistStorage } from 'zustand/middleware'

const prefix = 'vitrine.'

/** The key of a store in local or session storage. */
export const storageKey = (store: string) => `${prefix}${store}`

/** The stores that a logout clears; language, consent, volume and sort orders stay. */
const personalStores = [
  'auth',
  'profile',
  'identityUser',
  'pendingCheckout',
  'billing',
  'tokens',
  'favorites',
  'viewed',
] as const

/**
 * Storage that never throws, because in private windows and on full disks a page must still work. A failed write
 * is kept in memory as long as the page.
 */
function forgiving(pick: () => Storage) {
  const unwritten = new Map<string, string>()
  return {
    getItem(key: string) {
      const kept = unwritten.get(key)
      if (kept !== undefined) return kept
      try {
        return pick().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key: string, value: string) {
      try {
        pick().setItem(key, value)
        unwritten.delete(key)
      } catch {
        unwritten.set(key, value)
      }
    },
    removeItem(key: string) {
      unwritten.delete(key)
      try {
        pick().removeItem(key)
      } catch {
        // Nothing was remembered.
      }
    },
    /** Storage is now newer than what this page could not write. */
    giveWay: (key: string) => void unwritten.delete(key),
  }
}

export const localStore = forgiving(() => window.localStorage)
export const sessionStore = forgiving(() => window.sessionStorage)

/** A store that can't be read is logged and reset, because zustand would hide the error. */
function persisted<T>(pick: () => ReturnType<typeof forgiving>): PersistStorage<T> {
  const storage = createJSONStorage<T>(pick) as PersistStorage<T>
  return {
    ...storage,
    getItem(name) {
      try {
        return storage.getItem(name)
      } catch (error) {
        console.error(`${name} could not be read from storage`, error)
        return null
      }
    },
  }
}

/** For zustand's persist: `storage: persistLocal()` together with `skipHydration: true`. */
export const persistLocal = <T>() => persisted<T>(() => localStore)
export const persistSession = <T>() => persisted<T>(() => sessionStore)

export interface Stored {
  persist: { rehydrate: () => Promise<void> | void; getOptions: () => { name?: string } }
}

/**
 * Rehydrates a persisted store now, whenever another tab writes it, and when the page is restored from the back/forward cache, where it
 * may have missed a login or logout. Returns a function that stops it.
 */
export function followStorage(store: Stored): () => void {
  const key = store.persist.getOptions().name
  const rehydrate = () => void store.persist.rehydrate()
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (key) localStore.giveWay(key)
    rehydrate()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) rehydrate()
  }
  rehydrate()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}

/** Logout: clears the personal stores in both storages. */
export function flushPersonal() {
  for (const store of personalStores) {
    localStore.removeItem(storageKey(store))
    sessionStore.removeItem(storageKey(store))
  }
}
