'use client'

import { lazy, Suspense } from 'react'
import { useHydrated } from '@/ui/hydrated'

const Opening = lazy(() => import('./opening').then((module) => ({ default: module.Opening })))

/** How long until a sale opens. Few works wait for one, so its code loads after the page. */
export function OpensIn({ at }: { at: string }) {
  return (
    useHydrated() && (
      <Suspense fallback={null}>
        <Opening at={at} />
      </Suspense>
    )
  )
}
