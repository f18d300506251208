'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { followLanguage } from '../language'
import { followConnection, followHeight } from '../window'

/** What the frame watches after the first paint. `onPage` is called when the visitor has moved to another page. */
export function Following({ onPage }: { onPage: () => void }) {
  const pathname = usePathname()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) onPage()
    last.current = pathname
  }, [pathname, onPage])

  useEffect(() => {
    const stops = [followHeight(), followConnection(), followLanguage(document.documentElement.lang)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return null
}
