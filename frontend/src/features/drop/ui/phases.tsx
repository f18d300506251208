'use client'

import { lazy, Suspense } from 'react'
import { usePlan } from '@/lib/phases/now'
import type { PhasesProps } from './phase-list'

const PhaseList = lazy(() => import('./phase-list').then((module) => ({ default: module.PhaseList })))

/** The phases of a drop. Most drops have none, and load nothing for them. */
export function Phases(props: PhasesProps) {
  const plan = usePlan(props.drop.id)
  return (
    plan && (
      <Suspense fallback={null}>
        <PhaseList {...props} plan={plan} />
      </Suspense>
    )
  )
}
