import { sessionStore, storageKey } from '@/lib/storage'

/** Minimum interval in milliseconds between two full loads, so that a missing file doesn't cause a reload loop. */
const reloadEvery = 20_000

const missingResource =
  /ChunkLoadError|Loading (CSS )?chunk|Failed to load chunk|dynamically imported module|Importing a module script failed/i

/** A file of this page's build that no longer exists. */
export const isMissingResource = (error: unknown) =>
  error instanceof Error && missingResource.test(`${error.name} ${error.message}`)

/** Loads an address fully, at most once in `reloadEvery`. Returns whether it does. */
export function loadFully(to: string, now = Date.now()): boolean {
  const key = storageKey('loadedFully')
  if (now - Number(sessionStore.getItem(key) ?? 0) < reloadEvery) return false
  sessionStore.setItem(key, String(now))
  window.location.assign(to)
  return true
}
