import { useSyncExternalStore } from 'react'

/** The secret of an emailed link (256 bits, base64url) in an address fragment, or null. */
export function secretOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? text : null
}

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The secret in the page's address: null without one, undefined during server rendering and hydration. */
export const useLinkSecret = (): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(
    onHash,
    () => secretOf(location.hash),
    () => undefined,
  )
