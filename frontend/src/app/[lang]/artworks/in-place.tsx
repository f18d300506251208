'use client'

import { useSearchParams } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { tabTitle, titleOf } from '@/lib/metadata'
import { pageOf, rawParams } from '@/lib/params'
import * as t from '@/messages/artworks-results'
import { InPlace } from '@/ui/in-place'
import type { Changed } from './changed'

const load = () => import('./changed')
const ChangedCount = lazy(() => load().then((module) => ({ default: module.ChangedCount })))
const ChangedResults = lazy(() => load().then((module) => ({ default: module.ChangedResults })))

interface Served {
  /** The parameters of the address that the server rendered. */
  served: string
  /** What the server rendered for them. */
  children: ReactNode
}

/** How many works there are: as the server counted for its address, else as the browser did. */
export function Count({ served, currency, children }: Served & Pick<Changed, 'currency'>) {
  const search = useSearchParams().toString()
  if (search === served) return children
  return (
    <Suspense fallback={children}>
      <ChangedCount search={search} currency={currency}>
        {children}
      </ChangedCount>
    </Suspense>
  )
}

/** The results: as the server rendered them for its address, else as the browser does. Apollo loads with the first change. */
export function Results({ served, children, ...props }: Served & Omit<Changed, 'search'>) {
  const params = useSearchParams()
  const search = params.toString()
  const page = pageOf(rawParams(params))
  const moved = useRef(false)
  // The framework writes the title of what it has rendered; in place it is ours.
  useEffect(() => {
    moved.current ||= search !== served
    if (moved.current) document.title = tabTitle(titleOf(t.artworks, page))
  }, [search, served, page])
  return (
    <InPlace label={t.results}>
      {search === served ? (
        children
      ) : (
        <Suspense fallback={children}>
          <ChangedResults search={search} {...props}>
            {children}
          </ChangedResults>
        </Suspense>
      )}
    </InPlace>
  )
}
