'use client'

import { lazy, Suspense } from 'react'
import type { Money } from '@/lib/money'
import { useHydrated } from '@/ui/hydrated'

const AboutEther = lazy(() => import('./about-ether').then((module) => ({ default: module.AboutEther })))

/** About how much ether a price is now: asked for once the page is awake. Its line keeps its place. */
export function EtherPrice(props: { price: Money; chainId: number }) {
  return (
    <span className="figures">
      {useHydrated() ? (
        <Suspense fallback={'\u00a0'}>
          <AboutEther {...props} />
        </Suspense>
      ) : (
        '\u00a0'
      )}
    </span>
  )
}
