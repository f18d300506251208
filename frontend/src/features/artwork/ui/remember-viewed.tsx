'use client'

import { useEffect } from 'react'
import type { Viewed } from '@/lib/viewed'

/** Remembers in the browser that a work was opened. */
export function RememberViewed({ slug, title, artist }: Viewed) {
  useEffect(() => {
    import('@/lib/viewed').then(
      ({ rememberViewed }) => rememberViewed({ slug, title, artist }),
      (error: unknown) => console.info('This work is not remembered', error),
    )
  }, [slug, title, artist])
  return null
}
