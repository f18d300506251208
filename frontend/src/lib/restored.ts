'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { followStorage, type Stored } from './storage'

interface Restores extends Stored {
  persist: Stored['persist'] & {
    hasHydrated: () => boolean
    onFinishHydration: (listener: () => void) => () => void
  }
}

/**
 * Reads a persisted store from storage, and again whenever another tab writes it. Returns whether the store has been read;
 * false on the server.
 */
export function useRestored(store: Restores): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = [store.persist.onFinishHydration(onChange), followStorage(store)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, store.persist.hasHydrated, () => false)
}
