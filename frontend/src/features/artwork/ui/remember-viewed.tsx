'use client'

import { useEffect } from 'react'
import { rememberViewed, type Viewed } from '@/lib/viewed'

/** Remembers in the browser that a work was opened. */
export function RememberViewed({ slug, title, artist }: Viewed) {
  useEffect(() => rememberViewed({ slug, title, artist }), [slug, title, artist])
  return null
}
