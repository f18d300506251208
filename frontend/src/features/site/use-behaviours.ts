'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'
import { watchDelay } from './delay'
import { onStart } from './start'
import { navigated, useSite } from './store'
import { useHashScroll, useScrollMemory } from './use-scroll'

/** What happens on every page and at every navigation, whatever the page is. */
export function useBehaviours(pathname: string, uri: string) {
  useScrollMemory(uri)
  useHashScroll(uri)

  const last = useRef(pathname)
  // In the layout phase: what the new page asks for in its effects comes after the reset.
  useLayoutEffect(() => {
    if (last.current === pathname) return
    navigated(last.current)
    last.current = pathname
  }, [pathname])

  // At the start, because the next page may be another one of the same path: the list behind the menu, one page on.
  useEffect(() => onStart(() => useSite.setState({ menuOpen: false })), [])

  useEffect(() => watchDelay(uri), [uri])

  const sticky = useSite((state) => state.pageSettings.stickyHeader)
  useEffect(() => {
    document.documentElement.dataset.header = sticky ? 'sticky' : 'plain'
  }, [sticky])

  useEffect(() => {
    // For browser tests: earlier input was not handled yet.
    document.documentElement.dataset.ready = 'awake'
  }, [])
}
