'use client'

import { lazy, Suspense } from 'react'
import type { Money } from '@/lib/money'
import { useHydrated } from '@/ui/hydrated'

const AboutEther = lazy(() => import('./about-ether').then((module) => ({ default: module.AboutEther })))

/** The price in ether, roughly. It loads after the page, and its line is reserved. */
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
