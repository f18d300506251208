'use client'

import { lazy, Suspense } from 'react'

const Rest = lazy(() => import('./rest').then((module) => ({ default: module.Rest })))

/** What no visitor waits for at the first paint: it loads beside the page and wakes after it. */
export function Late({ lang }: { lang: string }) {
  return (
    <Suspense fallback={null}>
      <Rest lang={lang} />
    </Suspense>
  )
}
