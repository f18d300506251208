'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'
import { watchDelay } from './delay'
import { onStart } from './start'
import { navigated, useSite } from './store'
import { useHashScroll, useScrollMemory } from './use-scroll'

/** Behaviour on every page and at every navigation. */
export function useBehaviours(pathname: string, uri: string) {
  useScrollMemory(uri)
  useHashScroll(uri)

  const last = useRef(pathname)
  // In the layout phase, so that requests of the new page's effects come after the reset.
  useLayoutEffect(() => {
    if (last.current === pathname) return
    navigated(last.current)
    last.current = pathname
  }, [pathname])

  // At the start, because the next page may have the same path.
  useEffect(() => onStart(() => useSite.setState({ menuOpen: false })), [])

  useEffect(() => watchDelay(uri), [uri])

  const sticky = useSite((state) => state.pageSettings.stickyHeader)
  useEffect(() => {
    document.documentElement.dataset.header = sticky ? 'sticky' : 'plain'
  }, [sticky])

  useEffect(() => {
    // For browser tests: input before this was not handled.
    document.documentElement.dataset.ready = 'awake'
  }, [])
}
