'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect } from 'react'
import type { Sale, Window } from '@/lib/phases/model'
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

/** Milliseconds between two refreshes while the server's page is older than the phases. */
const pace = 20_000
/** Milliseconds of jitter, so that waiting visitors don't all reload at the same time. */
const spread = 4000

interface SaleWatchProps {
  drop: { id: string } & Window
  /** What the server rendered. */
  sale: Sale
}

/** Refreshes the page in place when the phases of a drop begin or end its sale, or staff change them. */
export function SaleWatch({ drop, sale }: SaleWatchProps) {
  const { refresh } = useRouter()
  const now = usePlan(drop.id)?.sale(drop)
  const changed =
    now !== undefined &&
    (now.status !== sale.status || now.startsAt !== sale.startsAt || now.endsAt !== sale.endsAt)
  useEffect(() => {
    if (!changed) return
    const soon = setTimeout(refresh, Math.random() * spread)
    const timer = setInterval(refresh, pace)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [changed, refresh])
  return null
}
