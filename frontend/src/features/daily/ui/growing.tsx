'use client'

import { lazy, Suspense } from 'react'

const Canvas = lazy(() => import('./canvas').then((module) => ({ default: module.Canvas })))

/** What grows over the still; it loads beside the page. */
export function Growing() {
  return (
    <Suspense fallback={null}>
      <Canvas />
    </Suspense>
  )
}
