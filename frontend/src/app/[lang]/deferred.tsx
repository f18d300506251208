'use client'

import { lazy, Suspense } from 'react'

const DeferredParts = lazy(() =>
  import('./deferred-parts').then((module) => ({ default: module.DeferredParts })),
)

/** Parts that the first paint doesn't need: they load in parallel and start after it. */
export function Deferred({ lang }: { lang: string }) {
  return (
    <Suspense fallback={null}>
      <DeferredParts lang={lang} />
    </Suspense>
  )
}
