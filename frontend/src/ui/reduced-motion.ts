'use client'

import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function listen(listener: () => void) {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the visitor prefers reduced motion now. */
export const prefersReducedMotion = () => window.matchMedia(query).matches

/** Whether the visitor prefers reduced motion; false on the server and during hydration. */
export const useReducedMotion = () => useSyncExternalStore(listen, prefersReducedMotion, () => false)
