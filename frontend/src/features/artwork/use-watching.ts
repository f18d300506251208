'use client'

import { useEffect, useState } from 'react'
import { whenIdle } from '@/lib/idle'

/** Milliseconds until an open page is compared with the data API for the first time, because it was just rendered. */
const grace = 5000

/** Whether the page was open for some seconds, or was shown again: then what it shows is compared with the data API. */
export function useWatching() {
  const [watching, setWatching] = useState(false)
  useEffect(() => {
    const watch = () => {
      if (document.visibilityState === 'visible') setWatching(true)
    }
    const timer = setTimeout(() => whenIdle(watch, 2000), grace)
    // A tab that is shown again, or a page from the back-forward cache.
    document.addEventListener('visibilitychange', watch)
    window.addEventListener('pageshow', watch)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
      window.removeEventListener('pageshow', watch)
    }
  }, [])
  return watching
}
