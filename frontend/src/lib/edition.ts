'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { editionOf } from './edition-number'

/** The edition in an address. */
export const namedEdition = (search: string, size: number) =>
  editionOf(new URLSearchParams(search).get('edition'), size)

/** The address of an edition on the open page. Everything else in the address stays the same. */
export function editionHref(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  edition: number,
) {
  const query = new URLSearchParams(search)
  query.set('edition', String(edition))
  return `${pathname}?${query}${hash}`
}

/** Dispatched when the edition in the address changes; the browser reports going back and forth. */
const changed = new EventTarget()

function follow(listener: () => void) {
  changed.addEventListener('edition', listener)
  window.addEventListener('popstate', listener)
  return () => {
    changed.removeEventListener('edition', listener)
    window.removeEventListener('popstate', listener)
  }
}

/** Sets the edition in the address. */
export function showEdition(edition: number) {
  window.history.replaceState(window.history.state, '', editionHref(window.location, edition))
  changed.dispatchEvent(new Event('edition'))
}

/** The edition in the address; null on the server. */
export const useNamedEdition = (size: number) =>
  useSyncExternalStore(
    follow,
    useCallback(() => namedEdition(window.location.search, size), [size]),
    () => null,
  )
