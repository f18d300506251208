'use client'

import { lazy, Suspense } from 'react'

const Canvas = lazy(() => import('./canvas').then((module) => ({ default: module.Canvas })))

/** The animation on top of the still; it loads after the page. */
export function Growing() {
  return (
    <Suspense fallback={null}>
      <Canvas />
    </Suspense>
  )
}
