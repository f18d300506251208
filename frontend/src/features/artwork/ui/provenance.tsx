'use client'

import { lazy, Suspense } from 'react'
import type { Availability } from '@/gen/graphql'
import { Skeleton } from '@/ui/skeleton'

const History = lazy(() => import('./history').then((module) => ({ default: module.History })))

/** The history on the chain, far below the work: its code loads after the page. */
export function Provenance(props: { artworkId: string; editionSize: number; availability: Availability }) {
  return (
    <Suspense fallback={<Skeleton height="3lh" />}>
      <History {...props} />
    </Suspense>
  )
}
