'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'
import { rememberScroll, restorationDelay, storedScroll } from './scroll'
import { onStart, uriOf } from './start'

/** Pixels to keep free above a scroll target, for the header. */
export const hashOffset = 100
/** Milliseconds to wait for a page's layout before scrolling. */
export const hashDelay = 10

/** The browser reloaded or restored this page, instead of opening it for the first time. */
function wasRestored() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}

/**
 * Remembers the scroll position of each page and restores it when the visitor goes back or reloads. A link opens its page
 * at the top, as usual.
 */
export function useScrollMemory(uri: string) {
  const traversed = useRef<boolean | null>(null)
  const shown = useRef(uri)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return onStart((url, way) => {
      traversed.current = way === 'traverse' && uriOf(url) !== shown.current
    })
  }, [])

  // The listener belongs to the visible page, not to the address bar: going back changes the address first, and the old
  // page's position would be stored under the new page's address.
  useLayoutEffect(() => {
    const back = traversed.current ?? (wasRestored() && window.scrollY === 0)
    traversed.current = false
    shown.current = uri
    const kept = back && !window.location.hash ? storedScroll(uri) : null
    let settled: ReturnType<typeof setTimeout>
    const keep = () => rememberScroll(uri, window.scrollY)
    const onScroll = () => {
      clearTimeout(settled)
      settled = setTimeout(keep, 100)
    }
    const restore = setTimeout(() => {
      if (kept !== null) window.scrollTo({ top: kept, behavior: 'instant' })
      // Also remember scrolling before the page is hydrated.
      else if (window.scrollY > 0) keep()
      window.addEventListener('scroll', onScroll, { passive: true })
      window.addEventListener('pagehide', keep)
    }, restorationDelay)
    return () => {
      clearTimeout(restore)
      clearTimeout(settled)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('pagehide', keep)
    }
  }, [uri])
}

/** Scrolls smoothly to the target of the address's fragment, if there is one. */
export function useHashScroll(uri: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page brings another fragment
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const scroll = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const target = document.getElementById(idOf(window.location.hash))
        if (!target) return
        const top = target.getBoundingClientRect().top + window.scrollY - hashOffset
        const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top, behavior: calm ? 'instant' : 'smooth' })
      }, hashDelay)
    }
    if (window.location.hash) scroll()
    window.addEventListener('hashchange', scroll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('hashchange', scroll)
    }
  }, [uri])
}

function idOf(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
