'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import type { ViewedWorks } from './viewed-works'

const Late = lazy(() => import('./viewed-works').then((module) => ({ default: module.ViewedWorks })))

/** Remembers this work and shows those that were opened before. It loads after the page. */
export const Viewed = (props: ComponentProps<typeof ViewedWorks>) => (
  <Suspense fallback={null}>
    <Late {...props} />
  </Suspense>
)
