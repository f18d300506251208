'use client'

import { lazy, Suspense } from 'react'
import { useHydrated } from '@/ui/hydrated'
import type { AboutEtherProps } from './about-ether'

const AboutEther = lazy(() => import('./about-ether').then((module) => ({ default: module.AboutEther })))

/** The price in ether, roughly. It loads after the page, and its line is reserved. */
export function EtherPrice(props: AboutEtherProps) {
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
