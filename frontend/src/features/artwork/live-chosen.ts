import { useSyncExternalStore } from 'react'
import type { ParameterTexts } from '@/ui/live-parameters'

const reported = new Map<string, ParameterTexts>()
const changed = new EventTarget()

/** Remembers what a work on this page reports: the parameters that this hash chose. */
export function reportChosen(hash: string | null, values: ParameterTexts) {
  if (hash === null) return
  reported.set(hash, values)
  changed.dispatchEvent(new Event('chosen'))
}

function follow(listener: () => void) {
  changed.addEventListener('chosen', listener)
  return () => changed.removeEventListener('chosen', listener)
}

/** What this hash chose; undefined until the work has drawn it on this page, and if the work doesn't report it. */
export const useChosen = (hash: string | undefined) =>
  useSyncExternalStore(
    follow,
    () => (hash === undefined ? undefined : reported.get(hash)),
    () => undefined,
  )
