'use client'

import { lazy, Suspense } from 'react'
import { Skeleton } from '@/ui/skeleton'
import type { EditionSeedProps } from './edition-seed'

const EditionSeed = lazy(() => import('./edition-seed').then((module) => ({ default: module.EditionSeed })))

/** The seed of an edition of a live work. It loads after the page. */
export function Made(props: EditionSeedProps) {
  return (
    <Suspense fallback={<Skeleton height="14rem" />}>
      <EditionSeed {...props} />
    </Suspense>
  )
}
