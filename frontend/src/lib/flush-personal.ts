import { localStore, sessionStore, storageKey } from './storage'

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

/** Logout: clears the personal stores in both storages. */
export function flushPersonal() {
  for (const store of personalStores) {
    localStore.removeItem(storageKey(store))
    sessionStore.removeItem(storageKey(store))
  }
}
