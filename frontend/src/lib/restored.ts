'use client'

import { useSyncExternalStore } from 'react'

interface Restores {
  persist: { hasHydrated: () => boolean; onFinishHydration: (listener: () => void) => () => void }
}

/** Whether a store already holds what storage knew; false on the server. */
export const useRestored = (store: Restores) =>
  useSyncExternalStore(store.persist.onFinishHydration, store.persist.hasHydrated, () => false)
