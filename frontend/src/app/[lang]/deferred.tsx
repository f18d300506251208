'use client'

import { lazy, Suspense } from 'react'

const DeferredParts = lazy(() =>
  import('./deferred-parts').then((module) => ({ default: module.DeferredParts })),
)

/** What no visitor waits for at the first paint: it loads beside the page and wakes after it. */
export function Deferred({ lang }: { lang: string }) {
  return (
    <Suspense fallback={null}>
      <DeferredParts lang={lang} />
    </Suspense>
  )
}
