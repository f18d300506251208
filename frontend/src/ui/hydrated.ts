'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, true afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
